import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { eventually, mpvTest, wav, withoutMpv } from "../players/mpv/real_mpv.ts";
import { setDeadline, waitFor } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { closed, openPanelSocket, TestControl } from "./support.ts";

setDeadline(120_000);

const program = new URL("../../playground/main.ts", import.meta.url).pathname;
const environment = "--allow-env=HOME,XDG_STATE_HOME,LOCALAPPDATA,INIT_CWD";
const args = ["run", "--no-prompt", "--allow-read", "--allow-write", "--allow-run", environment, program];

/** Starts the playground with the permissions of its task. */
function start(flags: readonly string[], env: Readonly<Record<string, string>> = {}): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [...args, ...flags],
    env: { NO_COLOR: "1", ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Runs the playground to its end. */
async function run(flags: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { code, stdout, stderr } = await start(flags, env).output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

/** A running playground with its own temporary directory. */
class Started implements AsyncDisposable {
  private constructor(
    readonly child: Deno.ChildProcess,
    /** The printed address. */
    readonly address: string,
    /** A directory for tracks. */
    readonly directory: string,
    /** Contains the temporary directories of the playground. */
    readonly temporary: string,
    readonly stdout: ReadableStreamDefaultReader<string>,
    readonly stderr: Promise<string>,
  ) {}

  /** Starts a playground and waits for its address. mpv gets no audio, no display and no user configuration. */
  static async start(...flags: string[]): Promise<Started> {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-playground-test-" });
    const temporary = `${directory}/temporary`;
    await Deno.mkdir(temporary);
    await Deno.mkdir(`${directory}/mpv`);
    await Deno.writeTextFile(`${directory}/mpv/mpv.conf`, "ao=null\nvo=null\nytdl=no\nload-scripts=no\n");
    const child = start(flags, {
      TMPDIR: temporary,
      MPV_HOME: `${directory}/mpv`,
      DISPLAY: "",
      WAYLAND_DISPLAY: "",
    });
    const stderr = new Response(child.stderr).text();
    const stdout = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    while (!text.includes("\n")) {
      const { done, value } = await stdout.read();
      if (done) {
        await child.status;
        await Deno.remove(directory, { recursive: true });
        throw new Error(`the playground has not started: ${await stderr}`);
      }
      text += value;
    }
    return new Started(child, text, directory, temporary, stdout, stderr);
  }

  /** Waits for the end of the playground and of all processes that share its output. */
  async ended(): Promise<Deno.CommandStatus> {
    while (!(await this.stdout.read()).done);
    await this.stderr;
    return await this.child.status;
  }

  /** Ends the playground when a test has failed. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.child.kill("SIGTERM");
    } catch {
      // The playground has already exited.
    }
    await this.ended();
    await Deno.remove(this.directory, { recursive: true });
  }
}

/** The descendants of a process, with their command lines. */
async function below(pid: number): Promise<{ pid: number; command: string }[]> {
  const found: { pid: number; command: string }[] = [];
  for await (const entry of Deno.readDir("/proc")) {
    if (!/^\d+$/.test(entry.name)) continue;
    try {
      const stat = await Deno.readTextFile(`/proc/${entry.name}/stat`);
      const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      if (parent !== pid) continue;
      const command = (await Deno.readTextFile(`/proc/${entry.name}/cmdline`)).replaceAll("\0", " ");
      found.push({ pid: Number(entry.name), command }, ...await below(Number(entry.name)));
    } catch {
      // The process has ended.
    }
  }
  return found;
}

function isAlive(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(Deno.readTextFileSync(`/proc/${pid}/stat`));
  } catch {
    return false;
  }
}

Deno.test("the playground prints help to stdout, and an error in the command line to stderr with exit code 2", async () => {
  const help = await run(["--help"]);
  assertEquals([help.code, help.stderr], [0, ""]);
  assertStringIncludes(help.stdout, "deno task playground");
  const wrong = await run(["--player=vlc"]);
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assertEquals(wrong.stderr, 'playground: --player is "vlc"; it must be reference or mpv; see --help\n');
  const missing = await run(["--panel=/nonexistent/panel"]);
  assertEquals([missing.code, missing.stdout], [2, ""]);
  assertEquals(missing.stderr, 'playground: --panel is "/nonexistent/panel"; no such folder; see --help\n');
});

Deno.test("the playground reports a port that is taken and exits with 1", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { code, stdout, stderr } = await run([`--port=${listener.addr.port}`, `--token=${"a".repeat(22)}`]);
  assertEquals([code, stdout], [1, ""]);
  assertStringIncludes(stderr, `port ${listener.addr.port} is taken`);
});

Deno.test({
  name:
    "with --port, the playground keeps its token in a file of this user, and reports a file without a token",
  ignore: Deno.build.os === "windows",
  async fn() {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    await using temporary = await tempDirectory();
    const directory = temporary.path;
    // The port is taken, so each run ends, but only after it has kept the token.
    const start = () => run([`--port=${listener.addr.port}`], { XDG_STATE_HOME: directory });
    const file = `${directory}/tonearm-playground/token`;
    await start();
    const token = await Deno.readTextFile(file);
    assertMatch(token, /^[\w-]{32}$/);
    assertEquals((await Deno.stat(file)).mode, 0o100600);
    await start();
    assertEquals(await Deno.readTextFile(file), token);
    await Deno.writeTextFile(file, "short");
    const { code, stderr } = await start();
    assertEquals([code, stderr], [
      1,
      `playground: ${file} has no token; remove the file, or give a --token\n`,
    ]);
    const lost = await run([`--port=${listener.addr.port}`], { XDG_STATE_HOME: file });
    assertEquals(lost.code, 1);
    assertStringIncludes(
      lost.stderr,
      `playground: the token cannot be kept in ${file}/tonearm-playground/token: `,
    );
  },
});

Deno.test("the playground loads plugins from any folder, and reports a module that makes none", async () => {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  const file = `${directory}/plugins.ts`;
  const missing = await run([`--plugins=${file}`]);
  assertEquals([missing.code, missing.stdout], [2, ""]);
  assertEquals(
    missing.stderr,
    `playground: --plugins is ${JSON.stringify(file)}; no such file; see --help\n`,
  );
  await Deno.writeTextFile(file, "export const a = 1;");
  const wrong = await run([`--plugins=${file}`]);
  assertEquals([wrong.code, wrong.stdout], [1, ""]);
  assertStringIncludes(wrong.stderr, `playground: --plugins: ${file} exports a, which is not a function`);
  await Deno.writeTextFile(`${directory}/greet.ts`, "export const greet = () => 'hello';");
  await Deno.writeTextFile(
    file,
    `import { greet } from "./greet.ts"; export const own = () => ({ methods: { greet } });`,
  );
  await using started = await Started.start(`--plugins=${file}`, "--extensions=audio");
  await using control = await TestControl.open(started.address);
  const { operations = [] } = await control.until((messages) =>
    messages.filter((message) => message.kind === "bridge").find((message) =>
      message.operations?.includes("own.greet")
    )
  );
  const namespaces = new Set(operations.map((name) => name.split(".")[0]));
  assertEquals([namespaces.has("audio"), namespaces.has("lyrics")], [true, false]);
});

Deno.test("without mpv, --player=mpv says how to install it and exits with 1", async () => {
  const { code, stdout, stderr } = await run(["--player=mpv"], { PATH: "/nonexistent" });
  assertEquals([code, stdout], [1, ""]);
  assertMatch(stderr, /^playground: mpv is not installed, .*apt install mpv.*--player=reference\n$/);
});

mpvTest(
  "the task's permissions are enough for mpv, its files, a menu and a bridge, and Ctrl-C prints nothing",
  async () => {
    const music = await Deno.makeTempDir({ prefix: "tonearm-playground-music-" });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => Deno.remove(music, { recursive: true }));
    const path = `${music}/First.wav`;
    await Deno.writeFile(path, wav(60, { INAM: "First" }));
    await using started = await Started.start("--player=mpv", music, `${music}/missing.wav`);
    await using control = await TestControl.open(started.address);
    const hello = await control.until((messages) => messages.find(({ kind }) => kind === "hello"));
    assert(hello.kind === "hello" && hello.player.name === "mpv");
    const { key } = await control.ask("openPanel", { name: "one", framed: false });
    const { socket, api } = await openPanelSocket(started.address, key);

    await api.invoke("queue.addPaths", { paths: [path] });
    // A busy machine may not have read the file within the player's time for it.
    await eventually(async () => {
      const [row] = await control.ask("tracks", { playlist: 1, offset: 0, limit: 1 });
      assertEquals([row?.title, row?.duration], ["First", 60]);
    });
    assertEquals(await api.invoke("library.getCount"), { success: true, count: 1 });
    await control.until((messages) =>
      messages.find((message) => message.kind === "player" && message.state.nowPlaying?.title === "First")
    );

    const chosen = new Promise((resolve) => api.on("menu:select", resolve));
    await api.invoke("menu.show", { items: [{ id: "a", label: "A" }] });
    const menuId = await control.until((messages) =>
      messages.map((message) => message.kind === "player" ? message.state.overlay?.menuId : undefined)
        .find((id) => id !== undefined)
    );
    await control.ask("act", { do: "choose", menuId, itemId: "a" });
    assertEquals(await chosen, { menuId, itemId: "a" });

    await closed(socket);
    started.child.kill("SIGINT");
    assertEquals((await started.ended()).code, 0);
    assertEquals(
      await started.stderr,
      `playground: nothing to play in ${music}/missing.wav\n` +
        "Open this address in a browser. Ctrl-C ends the playground.\n",
    );
  },
);

/** Parts of the command lines of the processes below the playground, by player. */
const processesOf = {
  reference: ["serve.ts", "main.ts"],
  mpv: ["serve.ts", "main.ts", "--input-ipc-client="],
} as const;

for (const player of ["reference", "mpv"] as const) {
  const reason = player === "mpv" ? withoutMpv : undefined;
  for (const signal of ["SIGTERM", "SIGINT", "SIGKILL"] as const) {
    Deno.test({
      name: `${signal} ends the playground's processes and removes its files, with ${player}` +
        (reason === undefined ? "" : ` (ignored: ${reason})`),
      ignore: Deno.build.os !== "linux" || reason !== undefined,
      async fn() {
        await using started = await Started.start(`--player=${player}`);
        const { address, child } = started;
        assertMatch(address, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/\n$/);
        assertEquals(
          await fetch(address.trim()).then(async (response) => (await response.text(), response.status)),
          200,
        );
        const processes = await below(child.pid);
        const expected = processesOf[player];
        assertEquals(processes.length, expected.length, expected.join(", "));
        for (const part of expected) {
          assert(processes.some(({ command }) => command.includes(part)), `no process with ${part}`);
        }
        const server = processes.find(({ command }) => command.includes("serve.ts"));
        // Tracks and streams of mpv may be anywhere, and mpv gets the environment; everything else is listed.
        const tooMuch = player === "mpv"
          ? /--allow-(?:all|write |run |ffi|sys)/
          : /--allow-(?:all|net |read |write |run |env|ffi|sys)/;
        assertEquals(tooMuch.test(`${server?.command} `), false);
        assertEquals(
          server?.command.includes(address.trim().split("/")[3] ?? ""),
          false,
          "no token on a command line",
        );
        assertEquals([...Deno.readDirSync(started.temporary)].length, 1, "one directory");
        child.kill(signal);
        const { code } = await started.ended();
        if (signal !== "SIGKILL") assertEquals(code, 0);
        // A killed process does not reap its children.
        await waitFor("the end of all processes", () => !processes.some(({ pid }) => isAlive(pid)));
        assertEquals([...Deno.readDirSync(started.temporary)], []);
      },
    });
  }
}

for (const when of ["before its start", "during its start", "later", "later, as the server does"] as const) {
  Deno.test({
    name: `Ctrl-C ends the playground within 2 s when mpv hangs ${when}` +
      (withoutMpv === undefined ? "" : ` (ignored: ${withoutMpv})`),
    ignore: Deno.build.os !== "linux" || withoutMpv !== undefined,
    async fn() {
      await using temporary = await tempDirectory();
      const directory = temporary.path;
      const path = Deno.env.get("PATH") ?? "";
      // Without a display, silent, and with the user's own mpv behind this one on the PATH.
      const isStarted = when.startsWith("later");
      const runs = isStarted
        ? `PATH=${path} exec mpv --no-config --vo=null --ao=null "$@"`
        : "exec sleep 600";
      await Deno.mkdir(`${directory}/bin`);
      await Deno.writeTextFile(
        `${directory}/bin/mpv`,
        `#!/bin/sh\n${
          when === "before its start" ? "" : '[ "$1" = --version ] && exit'
        }\necho $$ >${directory}/pid\n${runs}\n`,
        { mode: 0o755 },
      );
      const child = start(["--player=mpv"], {
        PATH: `${directory}/bin:${path}`,
        TMPDIR: directory,
        DISPLAY: "",
        WAYLAND_DISPLAY: "",
      });
      const stderr = new Response(child.stderr).text();
      const stdout = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
      if (isStarted) await stdout.read();
      const pid = await eventually(async () => Number((await Deno.readTextFile(`${directory}/pid`)).trim()));
      const processes = await below(child.pid);
      if (isStarted) Deno.kill(pid, "SIGSTOP");
      if (when === "later, as the server does") {
        for (const { pid, command } of processes) if (command.includes("serve.ts")) Deno.kill(pid, "SIGSTOP");
      }
      const begin = performance.now();
      child.kill("SIGINT");
      const { code } = await child.status;
      const took = performance.now() - begin;
      while (!(await stdout.read()).done);
      await stderr;
      assertEquals(code, 0);
      // On an idle machine less than 2 s.
      assert(took < 4000, `${Math.round(took)} ms`);
      // A killed process may take a moment to be gone.
      await waitFor("the end of all processes", () => !processes.some(({ pid }) => isAlive(pid)));
    },
  });
}
