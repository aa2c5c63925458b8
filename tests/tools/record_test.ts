import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { BridgeClient } from "../../clients/typescript/bridge_client.ts";
import { bridgeArguments } from "../../clients/typescript/spawn_bridge.ts";
import { sourceOf } from "../../clients/typescript/streams.ts";
import { readFixture } from "../../tools/fixtures/fixture.ts";
import { modes, replay } from "../../tools/fixtures/replay.ts";
import { frameOf, joined } from "../../tools/support/frames.ts";
import { runDeno, startProgram } from "../../tools/support/process.ts";
import { setDeadline, waitFor } from "../support/deadline.ts";

setDeadline(120_000);

const recorder = new URL("../../tools/record.ts", import.meta.url).href;
/** A command that echoes its input. */
const echoCommand = [Deno.execPath(), "eval", "await Deno.stdin.readable.pipeTo(Deno.stdout.writable)"];

/** Permissions and flags of the recorder. */
const ways: Readonly<Record<string, { rights: readonly string[]; flags: readonly string[] }>> = {
  "with few permissions": {
    rights: ["--allow-read", "--allow-write", "--allow-run", "--no-prompt"],
    flags: [],
  },
  "with --wire": { rights: ["--allow-all"], flags: ["--wire"] },
};

/** A recorder in a directory of its own. */
class Recorder implements AsyncDisposable {
  readonly directory: string;
  readonly child: Deno.ChildProcess;
  readonly stderr: Promise<string>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;

  private constructor(directory: string, way: keyof typeof ways, args: readonly string[]) {
    this.directory = directory;
    const { rights, flags } = ways[way] ?? { rights: [], flags: [] };
    this.child = startProgram(Deno.execPath(), ["run", ...rights, recorder, ...flags, ...args], {
      cwd: directory,
    });
    this.stderr = new Response(this.child.stderr).text();
    this.#writer = this.child.stdin.getWriter();
  }

  static async start(
    command: readonly string[],
    way = "with few permissions",
    flags: readonly string[] = [],
  ): Promise<Recorder> {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
    return new Recorder(directory, way, [...flags, "--", ...command]);
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes);
  }

  async endInput(): Promise<void> {
    await this.#writer.close().catch(() => {
      // The bridge has gone first.
    });
  }

  /** Reads the output to its end. */
  async read(): Promise<Uint8Array> {
    return await new Response(this.child.stdout).bytes();
  }

  async fixture(name = "recording.jsonc"): Promise<string> {
    return await Deno.readTextFile(`${this.directory}/${name}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A recorder that hangs fails its test.
    const kill = setTimeout(() => this.child.kill("SIGKILL"), 10_000);
    await this.endInput();
    if (!this.child.stdout.locked) await this.child.stdout.cancel();
    await this.child.status;
    clearTimeout(kill);
    await this.stderr;
    await Deno.remove(this.directory, { recursive: true });
  }
}

for (const way of Object.keys(ways)) {
  Deno.test(`record ${way}: every byte is passed on unchanged in both directions`, async () => {
    // Frames, partial frames and other bytes, more than a pipe holds.
    const pieces = fc.sample(
      fc.oneof(
        { weight: 3, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 5000 }) },
        { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }).map((body) => frameOf(body)) },
        {
          weight: 1,
          arbitrary: fc.integer({ min: 1, max: 200_000 }).map((size) => new Uint8Array(size).fill(10)),
        },
      ),
      { numRuns: 200 },
    );
    await using record = await Recorder.start(echoCommand, way);
    const echoed = record.read();
    for (const piece of pieces) await record.write(piece);
    await record.endInput();
    const [sent, received] = [joined(...pieces), await echoed];
    assertEquals(received.length, sent.length);
    assert(received.every((byte, index) => byte === sent[index]));
    assertEquals((await record.child.status).code, 0);
    readFixture("recording.jsonc", await record.fixture());
  });

  Deno.test(`record ${way}: exit code and stderr of the bridge are passed on`, async () => {
    await using record = await Recorder.start([
      Deno.execPath(),
      "eval",
      "console.error('to stderr'); Deno.exit(7)",
    ], way);
    assertEquals([(await record.read()).length, (await record.child.status).code], [0, 7]);
    assertStringIncludes(await record.stderr, "to stderr\n");
  });

  Deno.test(`record ${way}: a player or bridge that does not read blocks the writer`, async () => {
    // Writes without reading and counts its pieces.
    const source = `
      const piece = new Uint8Array(65536);
      for (let count = 0; count < 100; count++) {
        for (let at = 0; at < piece.length;) at += Deno.stdout.writeSync(piece.subarray(at));
        Deno.stderr.writeSync(new TextEncoder().encode("#"));
      }`;
    await using record = await Recorder.start([Deno.execPath(), "eval", source], way);
    // Only the pipes and the recorder hold bytes.
    let written = 0;
    while (written < 8 * 1024 * 1024) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const full = new Promise<true>((resolve) => timer = setTimeout(() => resolve(true), 500));
      const isFull = await Promise.race([
        full,
        record.write(new Uint8Array(65536)).then(() => false, () => true),
      ]);
      clearTimeout(timer);
      if (isFull) break;
      written += 65536;
    }
    assertLess(written, 4 * 1024 * 1024);
    record.child.kill("SIGKILL");
    await record.read();
    const count = (await record.stderr).split("#").length - 1;
    assertLess(count, 50);
  });

  Deno.test(`record ${way}: when the player closes its end, the bridge's output is closed`, async () => {
    await using record = await Recorder.start([Deno.execPath(), ...bridgeArguments()], way);
    const call = frameOf(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"test.echo"}'));
    await record.write(call);
    const reader = record.child.stdout.getReader();
    await reader.read();
    await reader.cancel();
    // The recorder notices with the first answer, the bridge with the next.
    let ended = false;
    const status = record.child.status.then((status) => {
      ended = true;
      return status;
    });
    await waitFor("the recorder to end", async () => {
      await record.write(call).catch(() => {
        // The bridge has ended.
      });
      return ended;
    });
    assertEquals((await status).code, 0);
    assertStringIncludes(await record.fixture(), '{ "end": "output" }');
    assertStringIncludes(await record.stderr, "it holds\n");
  });

  Deno.test(`record ${way}: when the player is killed, bridge and recorder end with a fixture`, async () => {
    await using record = await Recorder.start([Deno.execPath(), ...bridgeArguments()], way);
    const call = frameOf(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"test.echo"}'));
    await record.write(call);
    const reader = record.child.stdout.getReader();
    await reader.read();
    // A partial frame.
    await record.write(call.subarray(0, 9));
    await Promise.all([reader.cancel(), record.endInput()]);
    assertEquals((await record.child.status).code, 1);
    const fixture = await record.fixture();
    assertStringIncludes(fixture, '"> call": "test.echo"');
    assertStringIncludes(fixture, '"> bytes"');
  });

  Deno.test(`record ${way}: a recording of the bridge holds in process and against the process`, async () => {
    await using record = await Recorder.start(
      [Deno.execPath(), ...bridgeArguments(["--action-timeout-ms=20000"])],
      way,
      ["--title=A title.", "--out", "bug.jsonc"],
    );
    await Deno.writeTextFile(`${record.directory}/webview_ui.log`, "[2026-01-01 00:00:00.000][INFO] old\n");
    const { directory } = record;
    const client = new BridgeClient({
      source: sourceOf(record.child.stdout),
      sink: {
        write: async (bytes) => (await record.write(bytes.slice()), bytes.length),
        end: () => record.endInput(),
      },
      actions: {
        "player.app.paths": () => ({ component: `${directory}/x`, installation: "/opt", profile: directory }),
        "player.clipboard.write": () => ({ written: ["text"] }),
        "player.app.run": () => ({ executed: false }),
        "player.selection.get": () => ({ total: 0, type: "active_playlist", handles: [] }),
        "player.playback.nowPlaying": () => ({ track: null, playlist: null, item: null }),
      },
    });
    await client.invoke("bridge.initialize", { protocolVersion: 1, player: { name: "p", version: "1" } });
    await client.invoke("misc.getProfilePath");
    // One after the other, because the time that the disk takes varies.
    await client.invoke("log.write", { message: "new" });
    await client.invoke("log.read");
    client.signal({ name: "signal.selectionChanged", params: {} });
    const all = await Promise.all([
      client.invoke("clipboard.write", { text: "x".repeat(5000) }, { panel: "p1" }),
      client.invoke("test.ping"),
      client.invoke("no.such").catch(() => "refused"),
    ]);
    assertEquals(all.length, 3);
    await client.invoke("misc.exit");
    await client.invoke("test.echo");
    await client.close();
    assertEquals((await record.child.status).code, 0);
    const stderr = await record.stderr;
    assertStringIncludes(stderr, "messages in bug.jsonc; it holds\n");
    assertEquals(stderr.includes("player.app.paths"), way === "with --wire");
    const fixture = readFixture("bug.jsonc", await record.fixture("bug.jsonc"));
    assertEquals([fixture.title, fixture.flags], ["A title.", ["--action-timeout-ms=20000"]]);
    for (const mode of modes) assertEquals(await replay(fixture, mode), []);
  });
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  Deno.test(`record passes on ${signal}, and the bridge ends normally`, async () => {
    await using record = await Recorder.start([Deno.execPath(), ...bridgeArguments()]);
    await record.write(frameOf(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"test.echo"}')));
    const reader = record.child.stdout.getReader();
    await reader.read();
    record.child.kill(signal);
    while (!(await reader.read()).done);
    const { code, signal: killedBy } = await record.child.status;
    assertEquals([code, killedBy], [0, null]);
    assertStringIncludes(await record.fixture(), '{ "> call": "test.echo" }');
  });
}

Deno.test("record ends with the signal that killed the bridge", async () => {
  const source = "Deno.stdout.writeSync(new Uint8Array(1)); setTimeout(() => {}, 60000)";
  await using record = await Recorder.start([Deno.execPath(), "eval", source]);
  const reader = record.child.stdout.getReader();
  await reader.read();
  record.child.kill("SIGTERM");
  const { signal } = await record.child.status;
  assertEquals(signal, "SIGTERM");
  await reader.cancel();
});

Deno.test("record passes on the output of a bridge before it is killed", async () => {
  // Writes its process id.
  const source = `
    Deno.stdout.writeSync(new TextEncoder().encode(String(Deno.pid).padStart(8)));
    setTimeout(() => {}, 60000)`;
  await using record = await Recorder.start([Deno.execPath(), "eval", source]);
  const reader = record.child.stdout.getReader();
  const { value } = await reader.read();
  Deno.kill(Number(new TextDecoder().decode(value)), "SIGKILL");
  assertEquals((await reader.read()).done, true);
  assertEquals((await record.child.status).signal, "SIGKILL");
});

Deno.test("when the recorder is killed, the bridge ends because its input is closed", async () => {
  await using record = await Recorder.start([Deno.execPath(), ...bridgeArguments()]);
  await record.write(frameOf(new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"method":"test.echo"}')));
  const reader = record.child.stdout.getReader();
  await reader.read();
  record.child.kill("SIGKILL");
  await record.child.status;
  await reader.cancel();
  // The bridge holds stderr open until it ends.
  assertEquals(await record.stderr, "");
});

Deno.test({
  name: "record ends with its command when another process holds the output open",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using record = await Recorder.start(["sh", "-c", "sleep 60 2> /dev/null & echo $!; exit 3"]);
    const output = new TextDecoder().decode(await record.read());
    assertEquals((await record.child.status).code, 3);
    // Throws if the process does not exist.
    Deno.kill(Number(output), "SIGKILL");
  },
});

Deno.test("record never overwrites a file", async () => {
  await using record = await Recorder.start(echoCommand, "with few permissions", ["--out=a.jsonc"]);
  await Deno.writeTextFile(`${record.directory}/a.jsonc`, "mine");
  await Deno.writeTextFile(`${record.directory}/a-2.jsonc`, "mine too");
  await record.endInput();
  await record.read();
  await record.child.status;
  assertEquals([await record.fixture("a.jsonc"), await record.fixture("a-2.jsonc")], ["mine", "mine too"]);
  assertStringIncludes(await record.fixture("a-3.jsonc"), '"steps": []');
});

Deno.test("record keeps the exit code of the bridge when it cannot write the fixture", async () => {
  await using record = await Recorder.start(
    [Deno.execPath(), "eval", "Deno.exit(3)"],
    "with few permissions",
    [
      "--out=no/such/folder.jsonc",
    ],
  );
  await record.read();
  assertEquals((await record.child.status).code, 3);
  assertStringIncludes(await record.stderr, "record: cannot write the fixture: ");
});

Deno.test("record of an unknown command fails with exit code 127", async () => {
  await using record = await Recorder.start(["/no/such/command"]);
  await record.read();
  assertEquals((await record.child.status).code, 127);
  assertStringIncludes(await record.stderr, "record: ");
});

const refusals: [args: string[], reason: string][] = [
  [[], "the bridge's command is missing; it comes after --"],
  [["--"], "the bridge's command is missing; it comes after --"],
  [["tonearm"], 'unexpected argument "tonearm"'],
  [["--outs=x", "--", "tonearm"], 'unknown flag "--outs=x"; did you mean "--out"? See --help'],
  [["--out", "--", "tonearm"], "--out needs a value"],
];

for (const [args, reason] of refusals) {
  Deno.test(`record ${args.join(" ")} is refused with exit code 2: ${reason}`, async () => {
    assertEquals(await runDeno(["run", "--allow-all", recorder, ...args]), {
      code: 2,
      stdout: "",
      stderr: `record: ${reason}${reason.endsWith("--help") ? "" : "; see --help"}\n`,
    });
  });
}

Deno.test("record --help lists the flags", async () => {
  const { code, stdout } = await runDeno(["run", recorder, "--help"]);
  assertEquals(code, 0);
  for (const word of ["--out", "--title", "--wire", "Exit codes"]) assertStringIncludes(stdout, word);
});
