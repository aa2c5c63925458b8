import { assert, assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { readFixture } from "../../tools/fixtures/fixture.ts";
import { replay } from "../../tools/fixtures/replay.ts";
import { startProgram } from "../../tools/support/process.ts";
import { eventually, mpvTest, quietMpv, wav } from "../players/mpv/real_mpv.ts";
import { setDeadline } from "../support/deadline.ts";
import { whySlow } from "../support/test_all.ts";

setDeadline(120_000);

const root = new URL("../../", import.meta.url);

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the task with its own permissions. */
function start(args: readonly string[]): Deno.ChildProcess {
  return startProgram(Deno.execPath(), ["task", "--quiet", "mpv", ...args], { cwd: root });
}

/** Runs the task with some input and returns its output. */
async function run(args: readonly string[], typed: string): Promise<Run> {
  const child = start(args);
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(typed)).catch(() => {
    // It has exited without reading.
  });
  await writer.close().catch(() => {
    // It has exited without reading.
  });
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A directory with silent tracks. */
class Place implements AsyncDisposable {
  private constructor(readonly directory: string) {}

  static async make(tracks: number): Promise<Place> {
    const directory = await Deno.realPath(await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" }));
    for (let track = 1; track <= tracks; track++) {
      await Deno.writeFile(`${directory}/${track}.wav`, wav(600, { INAM: `Title ${track}` }));
    }
    return new Place(directory);
  }

  /** Arguments that play the tracks without sound. */
  get args(): string[] {
    return ["--log-dir", `${this.directory}/logs`, `${this.directory}/*.wav`, "--", ...quietMpv.args];
  }

  /** Plays the tracks and runs a script. */
  async run(script: string): Promise<Run> {
    return await run(this.args, script);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.directory, { recursive: true });
  }
}

/** Returns the output of a line of a script, up to the next line. */
function behind(line: string, { stdout }: Run): string {
  const [, after] = stdout.split(`p1> ${line}\n`);
  assert(after !== undefined, `${line} is not in ${stdout}`);
  return after.split("p1> ")[0] ?? "";
}

mpvTest(
  "deno task mpv plays, runs a script line by line, and keeps the log files",
  async () => {
    await using place = await Place.make(3);
    const done = await place.run(`log.write {message: 'hello'}
queue.addPaths {paths: ['/nowhere']}
queue.getCount

:player queue 0, 2
queue.getCount
:player selectItems 'all'
:wait selection:changed
:player setOrder 3
:player`);
    assertEquals([done.code, done.stderr], [0, ""], done.stdout);
    assertStringIncludes(
      behind("queue.addPaths {paths: ['/nowhere']}", done),
      'error: "No valid tracks found"',
    );
    assertStringIncludes(done.stdout, "= { count: 0, hasItems: false }");
    assertStringIncludes(done.stdout, "= { count: 1, hasItems: true }");
    const facts = behind(":player", done);
    assertStringIncludes(facts, `queue: [ "${place.directory}/3.wav" ]`);
    assertStringIncludes(facts, "total: 3 }");
    assertStringIncludes(facts, 'name: "mpv", count: 3,');
    assertStringIncludes(facts, 'order: "Random"');
    // deno-lint-ignore no-control-regex -- colours begin with a control character
    assertNotMatch(done.stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    assertStringIncludes(await Deno.readTextFile(`${place.directory}/logs/webview_ui.log`), "hello");
  },
);

/** A prompt that gets one line at a time, after the output of the previous one. */
class Conversation {
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #shown = "";

  constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#writer = child.stdin.getWriter();
    this.#reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Types a line and reads its complete output. */
  async type(line: string): Promise<string> {
    // The error for the unknown command comes after all other output.
    await this.#writer.write(new TextEncoder().encode(`${line}\n:done\n`));
    const end = /p1> :done\n.*\n/;
    let found = end.exec(this.#shown);
    while (!found) {
      const { done, value } = await this.#reader.read();
      assert(!done, this.#shown);
      this.#shown += value;
      found = end.exec(this.#shown);
    }
    const shown = this.#shown.slice(0, found.index);
    this.#shown = this.#shown.slice(found.index + found[0].length);
    return shown;
  }

  /** Types a line without waiting. */
  async begin(line: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${line}\n`));
  }

  /** Waits until the player is in a state. */
  async becomes(fact: RegExp): Promise<void> {
    await eventually(async () => assertMatch(await this.type(":player"), fact));
  }

  /** Ends the prompt and returns its stderr. */
  async end(): Promise<string> {
    await this.#writer.close().catch(() => {
      // It has already exited.
    });
    const [stderr] = await Promise.all([new Response(this.#child.stderr).text(), this.#rest()]);
    await this.#child.status;
    return stderr;
  }

  async #rest(): Promise<void> {
    while (!(await this.#reader.read()).done);
  }
}

mpvTest("the prompt uses mpv's playback as its user does", async () => {
  await using place = await Place.make(3);
  const prompt = new Conversation(start(place.args));
  await prompt.becomes(/path: ".*\/1\.wav/);
  await prompt.type(":player play 0, 1");
  await prompt.becomes(/path: ".*\/2\.wav/);
  await prompt.type(":player pause");
  await prompt.becomes(/paused: true/);
  await prompt.type(":player seek 300");
  // mpv's position lags behind the seek by the length of its buffered output.
  await prompt.becomes(
    /\/2\.wav"[^}]* position: (?:299\.[5-9]|300(?:\.\d)?),[^}]* length: 600,[^}]* paused: true/,
  );
  await prompt.type(":player play");
  await prompt.becomes(/\/2\.wav"[^}]* position: [345]\d\d[^}]* length: 600,[^}]* paused: false/);
  await prompt.type(":player next");
  await prompt.becomes(/path: ".*\/3\.wav/);
  await prompt.type(":player previous");
  await prompt.becomes(/path: ".*\/2\.wav/);
  await prompt.type(":player removeItems 0, 2");
  await prompt.becomes(/name: "mpv", count: 2,/);
  await prompt.type(":player followPlayback");
  await prompt.becomes(/total: 1 }/);
  await prompt.type(":player selectPlaylists 0");
  await prompt.becomes(/type: "playlist_manager", total: 2 }/);
  await prompt.type(":player stop");
  await prompt.becomes(/playing: null/);
  await prompt.type(":player activatePlaylist 0");
  await prompt.type(":player selectItems [1]");
  await prompt.type(":player play");
  await prompt.becomes(/path: ".*\/2\.wav/);
  await prompt.type(":player openPanel 'side'");
  assertStringIncludes(await prompt.type(":panel"), "  p1\n");
  assertEquals((await prompt.type(":player closePanel 'side'")).includes("✗"), false);
  assertStringIncludes(await prompt.type(":player closePanel 'side'"), "✗ the player refuses: ");
  assertEquals(await prompt.end(), "");
}, whySlow("it plays in real time"));

mpvTest(
  "the prompt can use a menu on mpv's screen: a panel's, and mpv's context menu",
  async () => {
    await using place = await Place.make(2);
    const done = await place.run(
      `menu.show {items: [{id: 'rate', label: 'Rate', type: 'rating'}, {id: 'more', label: 'More', submenu: [{id: 'go', label: 'Go on'}]}, {id: 'off', label: 'Off', enabled: false, submenu: [{id: 'hidden', label: 'Hidden'}]}]}
:player changeRow 'rate', 4
:wait menu:valueChanged
:player chooseRow 'go'
:wait menu:select
menu.show {items: [{id: 'a', label: 'A'}]}
:player dismissMenu 'because'
:wait menu:dismiss
menu.showNativePopup {mode: 'playlist'}
:player
:player chooseRow '1'
`,
    );
    assertEquals([done.code, done.stderr], [0, ""], done.stdout);
    for (
      const line of [
        `⚑ menu:valueChanged to p1 { menuId: "menu-1", itemId: "rate", value: 4 }\n`,
        `⚑ menu:select to p1 { menuId: "menu-1", itemId: "go" }\n`,
        `⚑ menu:dismiss to p1 { menuId: "menu-2", reason: "because" }\n`,
        'label: "Play"',
      ]
    ) assertStringIncludes(done.stdout, line);
  },
);

const faults: [line: string, reason: string][] = [
  ["queue.add {x", "invalid end of input"],
  ["no.such", "error -32601 Method not found: no.such"],
  [":player play 0, 7", "the player refuses: No such item 7 in a playlist of 1"],
  [":player changeLocale 'de'", 'there is no method of the user "changeLocale"; there are play, stop, next'],
  [":player seek 'x'", "the player refuses: "],
  [":player chooseRow '1'", "the player refuses: no menu is open"],
  ["play 0 7", "is neither an operation with its parameters"],
];

mpvTest(
  "deno task mpv reports each line that fails, continues, and exits with 1",
  async () => {
    await using place = await Place.make(1);
    const script = `${faults.map(([line]) => line).join("\n")}
menu.show {items: [{id: 'off', label: 'Off', enabled: false}, {id: 'slide', label: 'S', type: 'slider'}]}
:player chooseRow 'off'
:player changeRow 'slide', 101
queue.getCount
`;
    const done = await run([`${place.directory}/none`, ...place.args], script);
    assertEquals([done.code, done.stderr], [1, ""], done.stdout);
    assertStringIncludes(done.stdout, `  nothing to play in ${place.directory}/none\n`);
    for (const [line, reason] of faults) assertStringIncludes(behind(line, done), reason);
    for (const line of [":player chooseRow 'off'", ":player changeRow 'slide', 101"]) {
      assertStringIncludes(behind(line, done), "the player refuses: no menu is open, or not with such a row");
    }
    assertStringIncludes(done.stdout, "= { count: 0, hasItems: false }");
  },
);

mpvTest("a recording with mpv replays without a difference", async () => {
  await using place = await Place.make(1);
  const file = `${place.directory}/one.jsonc`;
  // Without extensions: a replay cannot have an event for every 100 ms of real time.
  const script = `:record ${file}\nclipboard.write {text: 'kept'}\nclipboard.read\n:expect "kept"\n`;
  const { code, stdout } = await run(["--no-extensions", ...place.args], script);
  assertEquals(code, 0, stdout);
  assertStringIncludes(stdout, "it holds");
  assertEquals(await replay(readFixture(file, await Deno.readTextFile(file)), "in process"), []);
});

mpvTest("quitting mpv ends the prompt", async () => {
  await using place = await Place.make(1);
  const child = start(place.args);
  const writer = child.stdin.getWriter();
  // The input stays open; mpv ends the session.
  await writer.write(new TextEncoder().encode("misc.exit\n"));
  const { code, stdout, stderr } = await child.output();
  await writer.close().catch(() => {
    // The prompt has exited.
  });
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
  assertStringIncludes(new TextDecoder().decode(stdout), "  the player has ended\n");
}, whySlow("it starts a prompt of its own"));

/** Starts the program without `deno task`, so that signals reach it directly. */
function startAlone(args: readonly string[]): Deno.ChildProcess {
  const play = new URL("tools/play.ts", root).href;
  return startProgram(Deno.execPath(), ["run", "--no-prompt", "--allow-all", play, "--player=mpv", ...args]);
}

mpvTest("a hanging mpv does not hold up the prompt: a signal ends everything", async () => {
  await using place = await Place.make(1);
  const program = `${place.directory}/mpv`;
  await Deno.writeTextFile(program, `#!/bin/sh\necho $$ >"${place.directory}/pid"\nexec mpv "$@"\n`, {
    mode: 0o755,
  });
  const child = startAlone(["--mpv", program, ...place.args]);
  const prompt = new Conversation(child);
  await prompt.becomes(/path: ".*\/1\.wav/);
  Deno.kill(Number(await Deno.readTextFile(`${place.directory}/pid`)), "SIGSTOP");
  await prompt.begin(":player pause");
  child.kill("SIGTERM");
  const [{ code }, stderr] = await Promise.all([child.status, prompt.end()]);
  assertEquals([code, stderr], [143, ""]);
}, whySlow("it waits for timeouts"));

mpvTest(
  "a socket that does not answer like mpv is an error, and a signal ends the wait",
  async () => {
    await using place = await Place.make(0);
    const path = `${place.directory}/socket`;
    using listener = Deno.listen({ transport: "unix", path });
    const taken: Deno.Conn[] = [];
    const taking = (async () => {
      for await (const connection of listener) taken.push(connection);
    })();
    const args = ["--attach", path, "--log-dir", `${place.directory}/logs`];
    const patient = startAlone(args);
    const impatient = startAlone(args);
    await eventually(() => Promise.resolve(assertEquals(taken.length, 2)));
    const inputs = [impatient.stdin, patient.stdin];
    impatient.kill("SIGTERM");
    const decoder = new TextDecoder();
    const ended = await Promise.all([impatient, patient].map((child) => child.output()));
    const [early, late] = ended.map(({ code, stderr }) => ({ code, stderr: decoder.decode(stderr) }));
    assertEquals(early, { code: 143, stderr: "" });
    assertEquals(late, { code: 1, stderr: `mpv: ${path}: no answer from mpv within 5 s\n` });
    for (const input of inputs) await input.close();
    listener.close();
    await taking;
    for (const connection of taken) connection.close();
  },
  whySlow("it waits for timeouts"),
);

mpvTest("a script fails when mpv ends before it", async () => {
  await using place = await Place.make(1);
  const done = await place.run("misc.exit\n:wait menu:select 60\n");
  assertEquals([done.code, done.stderr], [1, ""], done.stdout);
  assertStringIncludes(done.stdout, "✗ the player ended before everything was done\n");
});

Deno.test("deno task mpv reports a wrong command line, or a missing mpv", async () => {
  const help = await run(["--help"], "");
  assertEquals([help.code, help.stdout.includes("--attach SOCKET")], [0, true]);
  const wrong = await run(["--bogus"], "");
  assertEquals([wrong.code, wrong.stderr], [2, 'mpv: unknown flag "--bogus"; see --help\n']);
  for (
    const [args, reason] of [
      [["--attach=s", "--", "--no-video"], "--attach starts no mpv"],
      [["--", "run"], '"run" after -- is no option of mpv'],
    ] as const
  ) {
    const { code, stderr } = await run(args, "");
    assertEquals([code, stderr.includes(reason)], [2, true], stderr);
  }
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
  const missing = await run(["--mpv", `${directory}/mpv`, "--log-dir", directory], "");
  assertEquals([missing.code, missing.stdout], [1, ""]);
  assertStringIncludes(missing.stderr, `mpv: ${directory}/mpv could not be started`);
  await Deno.remove(directory, { recursive: true });
});
