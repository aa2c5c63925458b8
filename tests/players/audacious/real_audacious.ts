/**
 * A real Audacious with the plugin, for tests: on a display of its own (Xvfb), with a D-Bus session, configuration and
 * sound output of its own.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import { root } from "../../../tools/tree.ts";
import { eventually, setDeadline, waitFor } from "../../support/deadline.ts";
import { TEST_ALL } from "../../support/test_all.ts";
import { wav } from "../mpv/real_mpv.ts";

setDeadline(300_000);

const ARCHITECTURE_FOLDER = "lib/x86_64-linux-gnu";
const SYSTEM_PLUGINS = `/usr/${ARCHITECTURE_FOLDER}/audacious`;
/** `CXXFLAGS` adds flags, such as sanitizers, to the build. */
const CXX_FLAGS = Deno.env.get("CXXFLAGS") ?? "";
/** Whether the plugin is built with such flags. */
export const hasFlags = CXX_FLAGS !== "";
/** The build is kept, so that the next run compiles only changed files. */
export const build = new URL(`dist/players/audacious${hasFlags ? "-with-flags" : ""}`, root).pathname;
/** `TONEARM_AUDACIOUS_ENV` adds variables, as JSON, to the environment of Audacious. */
const ENV: Readonly<Record<string, string>> = JSON.parse(Deno.env.get("TONEARM_AUDACIOUS_ENV") ?? "{}");

/** Runs a program and returns its output. Throws when the program fails. */
export async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args: [...args], env }).output();
  const output = new TextDecoder().decode(stdout);
  if (success) return output;
  throw new Error(`${program} ${args.join(" ")}\n${output}${new TextDecoder().decode(stderr)}`);
}

async function isInstalled(program: string): Promise<boolean> {
  return await run("sh", ["-c", `command -v ${program}`]).then(() => true, () => false);
}

/** Why tests with a real Audacious are ignored; undefined when they run. */
export const withoutAudacious = await reason();

async function reason(): Promise<string | undefined> {
  if (!TEST_ALL) return "it compiles for minutes: set TONEARM_TEST_ALL=1";
  for (
    const program of ["audacious", "audtool", "cmake", "g++", "Xvfb", "dbus-daemon", "xdotool", "openssl"]
  ) {
    if (!await isInstalled(program)) return `${program} is not installed`;
  }
  const packages = ["audacious", "Qt5WebEngineWidgets", "Qt5WebChannel", "libcurl"];
  const hasHeaders = await run("pkg-config", ["--exists", ...packages]).then(() => true, () => false);
  return hasHeaders ? undefined : "audacious-dev, qtwebengine5-dev or libcurl4-openssl-dev is not installed";
}

let built: Promise<string> | undefined;

/** Builds the plugin once, in the folder `build`, and returns its path. Test modules run in separate processes, of which one builds at a time. */
export function plugin(): Promise<string> {
  return built ??= (async () => {
    const source = new URL("players/audacious", root).pathname;
    await Deno.mkdir(dirname(build), { recursive: true });
    using lock = await Deno.open(`${build}.lock`, { create: true, write: true });
    await lock.lock(true);
    const flags = [
      "-DCMAKE_BUILD_TYPE=None",
      `-DCMAKE_CXX_FLAGS=-O0 -Werror ${CXX_FLAGS}`,
      "-DCMAKE_UNITY_BUILD=ON",
      `-DTONEARM_DENO=${Deno.execPath()}`,
    ];
    await run("cmake", ["-S", source, "-B", build, ...flags]);
    await run("cmake", ["--build", build, "--parallel", "2"]);
    return join(build, "tonearm.so");
  })();
}

/**
 * Makes an installation with the plugin and one output plugin. Audacious finds its plugins relative to its own program.
 */
async function install(prefix: string, so: string): Promise<void> {
  const plugins = join(prefix, ARCHITECTURE_FOLDER, "audacious");
  await Deno.mkdir(join(prefix, "bin"));
  await Deno.mkdir(join(plugins, "General"), { recursive: true });
  await Deno.mkdir(join(plugins, "Output"));
  await Deno.mkdir(join(prefix, "share"));
  await Deno.copyFile("/usr/bin/audacious", join(prefix, "bin/audacious"));
  await Deno.symlink("/usr/share/audacious", join(prefix, "share/audacious"));
  for (const kind of ["Input", "Container"]) {
    await Deno.symlink(join(SYSTEM_PLUGINS, kind), join(plugins, kind));
  }
  await Deno.mkdir(join(plugins, "Transport"));
  for await (const { name } of Deno.readDir(join(SYSTEM_PLUGINS, "Transport"))) {
    await Deno.symlink(join(SYSTEM_PLUGINS, "Transport", name), join(plugins, "Transport", name));
  }
  await Deno.copyFile(join(dirname(so), "tonearm-streams.so"), join(plugins, "Transport/tonearm-streams.so"));
  for (const name of ["qtui", "skins-qt", "mpris2", "search-tool-qt"]) await addPlugin(plugins, name);
  // SDL has a silent output that takes as long as a real one.
  await Deno.symlink(join(SYSTEM_PLUGINS, "Output/sdlout.so"), join(plugins, "Output/sdlout.so"));
  await Deno.copyFile(so, join(plugins, "General/tonearm.so"));
  await Deno.mkdir(join(plugins, "General/tonearm"));
  await Deno.symlink(new URL("panels", root).pathname, join(plugins, "General/tonearm/panels"));
}

/** Adds a plugin of the system to an installation. */
export async function addPlugin(plugins: string, name: string): Promise<void> {
  await Deno.symlink(join(SYSTEM_PLUGINS, `General/${name}.so`), join(plugins, `General/${name}.so`));
}

/** Reads the first line that a program prints. */
async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!text.includes("\n")) {
    const { value, done } = await reader.read();
    if (done) throw new Error("the program ended without printing a line");
    text += value;
  }
  await reader.cancel();
  return text.slice(0, text.indexOf("\n"));
}

async function end(child: Deno.ChildProcess): Promise<void> {
  try {
    child.kill("SIGTERM");
  } catch (error) {
    // It has already ended.
    if (!(error instanceof TypeError)) throw error;
  }
  await child.status;
}

/** A display with a D-Bus session and an installation of Audacious. */
export class Desktop implements AsyncDisposable {
  readonly directory: string;
  readonly #display: Deno.ChildProcess;
  readonly #bus: Deno.ChildProcess;
  /** The environment of programs on this desktop. */
  readonly env: Readonly<Record<string, string>>;

  private constructor(
    directory: string,
    display: Deno.ChildProcess,
    bus: Deno.ChildProcess,
    env: Record<string, string>,
  ) {
    this.directory = directory;
    this.#display = display;
    this.#bus = bus;
    this.env = env;
  }

  /** @param so The plugin; built when left out. */
  static async start(so?: string): Promise<Desktop> {
    const path = so ?? await plugin();
    const directory = await Deno.makeTempDir({ prefix: "tonearm-audacious-test-" });
    await install(directory, path);
    const start = (program: string, args: readonly string[]): Deno.ChildProcess =>
      new Deno.Command(program, { args: [...args], stdout: "piped", stderr: "null" }).spawn();
    const display = start("Xvfb", [
      "-displayfd",
      "1",
      "-screen",
      "0",
      "1280x800x24",
      "-nolisten",
      "tcp",
      "-noreset",
    ]);
    const bus = start("dbus-daemon", ["--session", "--nofork", "--print-address=1"]);
    await Deno.mkdir(join(directory, "run"), { mode: 0o700 });
    return new Desktop(directory, display, bus, {
      DISPLAY: `:${await firstLine(display.stdout)}`,
      DBUS_SESSION_BUS_ADDRESS: await firstLine(bus.stdout),
      XDG_CONFIG_HOME: join(directory, "config"),
      XDG_RUNTIME_DIR: join(directory, "run"),
      LC_ALL: "C.UTF-8",
      SDL_AUDIODRIVER: "dummy",
      // Tests run as root in containers.
      QTWEBENGINE_DISABLE_SANDBOX: "1",
      QTWEBENGINE_CHROMIUM_FLAGS: "--disable-gpu",
    });
  }

  /** The program of Audacious. */
  get program(): string {
    return join(this.directory, "bin/audacious");
  }

  /** The folder of Audacious's plugins. */
  get plugins(): string {
    return join(this.directory, ARCHITECTURE_FOLDER, "audacious");
  }

  /** The configuration directory of Audacious. */
  get config(): string {
    return join(this.directory, "config/audacious");
  }

  /** Writes files of the configuration directory. */
  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      const path = join(this.config, name);
      await Deno.mkdir(dirname(path), { recursive: true });
      await Deno.writeTextFile(path, text);
    }
  }

  /** Runs audtool, which controls Audacious by D-Bus, and returns its output. */
  async audtool(...args: readonly string[]): Promise<string> {
    return (await run("audtool", args, this.env)).trimEnd();
  }

  /** Runs xdotool, which presses keys and moves the mouse, and returns its output. */
  async xdotool(...args: readonly string[]): Promise<string> {
    return (await run("xdotool", args, this.env)).trimEnd();
  }

  /** Throws when no menu is open: a menu is a second window. */
  async menu(): Promise<void> {
    const windows = (await this.xdotool("search", "--onlyvisible", "--class", "audacious")).split("\n");
    if (windows.length < 2) throw new Error("no menu is open");
  }

  /** Ends the display, as a user's logout does. */
  async endDisplay(): Promise<void> {
    await end(this.#display);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await end(this.#display);
    await end(this.#bus);
    await Deno.remove(this.directory, { recursive: true });
  }
}

/** A page, controlled by the Chrome DevTools Protocol. */
export class Page implements Disposable {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (message: Answer) => void>();
  #last = 0;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const message: Answer = JSON.parse(data);
      this.#answers.get(message.id)?.(message);
    };
  }

  /** Sends a command of the protocol. */
  send(method: string, params: object = {}): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const id = ++this.#last;
    this.#answers.set(id, resolve);
    this.#socket.addEventListener("close", () => reject(new Error("the page was closed")), { once: true });
    this.#socket.send(JSON.stringify({ id, method, params }));
    return waitFor(`the answer to ${method}`, promise);
  }

  /** Evaluates an expression in the page, waits for its promise, and returns its value. */
  // deno-lint-ignore no-explicit-any -- any JSON, which assertions check
  async evaluate(expression: string): Promise<any> {
    const { result, error } = await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (!result || result.exceptionDetails) throw new Error(JSON.stringify(result ?? error));
    return result.result.value;
  }

  /** Calls an operation as the page does. */
  // deno-lint-ignore no-explicit-any -- any JSON, which assertions check
  call(method: string, params: object = {}): Promise<any> {
    return this.evaluate(`fb2k.invoke(${JSON.stringify(method)}, ${JSON.stringify(params)})`);
  }

  /** Detaches the developer tools. */
  async close(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#socket.addEventListener("close", () => resolve(), { once: true });
    this.#socket.close();
    await promise;
  }

  [Symbol.dispose](): void {
    this.#socket.close();
  }
}

interface Answer {
  readonly id: number;
  // deno-lint-ignore no-explicit-any -- any JSON of the protocol
  readonly result?: any;
  readonly error?: unknown;
}

/** A running Audacious. */
export class Audacious implements AsyncDisposable {
  readonly #desktop: Desktop;
  readonly #child: Deno.ChildProcess;
  readonly #port: number;
  #log = "";
  readonly #reading: Promise<void>;

  private constructor(desktop: Desktop, child: Deno.ChildProcess, port: number) {
    this.#desktop = desktop;
    this.#child = child;
    this.#port = port;
    this.#reading = (async () => {
      for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) this.#log += text;
    })();
  }

  /** Starts Audacious and waits until it answers. */
  static async start(desktop: Desktop, env: Readonly<Record<string, string>> = {}): Promise<Audacious> {
    using probe = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const { port } = probe.addr;
    probe.close();
    const child = new Deno.Command(desktop.program, {
      args: ["--qt", "--verbose"],
      env: { ...desktop.env, QTWEBENGINE_REMOTE_DEBUGGING: `127.0.0.1:${port}`, ...ENV, ...env },
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const audacious = new Audacious(desktop, child, port);
    await eventually(() => desktop.audtool("--version"));
    return audacious;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** The log of Audacious so far. */
  get log(): string {
    return this.#log;
  }

  async #pages(): Promise<{ url: string; webSocketDebuggerUrl: string }[]> {
    return await (await fetch(`http://127.0.0.1:${this.#port}/json`)).json();
  }

  /** The number of pages, visible or not. */
  async countPages(): Promise<number> {
    return (await this.#pages()).length;
  }

  /** Connects to the page of a panel when it is loaded: before, a question may stay without an answer. */
  async page(panel: string): Promise<Page> {
    return await eventually(async () => {
      const pages = await this.#pages();
      const found = pages.find(({ url }) => url.startsWith(`tonearm-panel://${panel}/`));
      if (!found) throw new Error(`no page of ${panel}: ${JSON.stringify(pages)}\n${this.#log}`);
      const socket = new WebSocket(found.webSocketDebuggerUrl);
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = reject;
      });
      const page = new Page(socket);
      const { promise: late, resolve } = Promise.withResolvers<boolean>();
      const timer = setTimeout(resolve, 2000, false);
      const isLoaded = page.evaluate("location.href !== 'about:blank' && document.readyState === 'complete'")
        .catch(() => false);
      const isReady = await Promise.race([isLoaded, late]);
      clearTimeout(timer);
      if (isReady) return page;
      await page.close();
      throw new Error(`the page of ${panel} is not loaded`);
    });
  }

  /** Waits until Audacious has ended. */
  async ended(): Promise<Deno.CommandStatus> {
    const status = await this.#child.status;
    await this.#reading;
    return status;
  }

  /** Ends Audacious as its user does. Returns its exit code. */
  async quit(): Promise<number> {
    await this.#desktop.audtool("--shutdown");
    return (await this.ended()).code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await end(this.#child);
    await this.#reading;
  }
}

/** Returns a configuration with open panels, `test` by default, and the bridge of the tree. */
export function settings(
  bridge = new URL("main.ts", root).pathname,
  panels: readonly string[] = ["test"],
  streams = "test 127.0.0.1, jitQueue 127.0.0.1",
): string {
  return `\n[tonearm]\nbridge=${bridge}\ndeno=${Deno.execPath()}\nopen_panels=${
    panels.join("/")
  }\nstreams=${streams}\n`;
}

/** The files of a configuration with panels of the tree side by side. Of tabs, only one is visible. */
export async function sideBySide(panels: readonly string[]): Promise<Record<string, string>> {
  const known = panels.map((name) => `[tonearm-panel-${name}]\nis_known=TRUE\n`);
  return {
    "config": settings(undefined, panels) + known.join(""),
    "QtUi.conf": await Deno.readTextFile(new URL("tools/audacious/QtUi.conf", root)),
  };
}

const index = `<!doctype html><meta charset="utf-8"><title>Test</title>
<script type="module" src="main.js"></script><link rel="stylesheet" href="look/main.css">
<button id="play" style="position:fixed;left:0;top:0;width:100%;height:100%">Play</button>`;

/** The files of a configuration with the panel `test`. */
export const panelFiles = {
  "config": settings(),
  "tonearm/panels/test/index.html": index,
  "tonearm/panels/test/main.js":
    `import { name } from "./parts/name.js"; window.loaded = name; console.warn("loaded", name);`,
  "tonearm/panels/test/parts/name.js": `export const name = "first";`,
  "tonearm/panels/test/look/main.css": "body { background: rgb(1, 2, 3) }",
  "tonearm/panels/secret.txt": "secret",
};

/** Answers the question whether a panel may play streams by a key. */
export async function answerQuestion(desktop: Desktop, key: string): Promise<void> {
  const shown = () => desktop.xdotool("search", "--onlyvisible", "--name", "Play streams?");
  const [window = ""] = (await eventually(shown)).split("\n");
  await eventually(async () => {
    if (!(await shown().catch(() => "")).split("\n").includes(window)) return;
    // A message of Audacious that a track has failed has to be closed first.
    const message = await desktop.xdotool("search", "--onlyvisible", "--name", "^Error$").catch(() => "");
    await desktop.xdotool("windowfocus", "--sync", message || window, "key", message ? "Escape" : key);
    throw new Error("the question is open");
  });
}

/** Writes silent tracks with the given lengths in seconds. */
export async function tracks(desktop: Desktop, ...seconds: readonly number[]): Promise<string[]> {
  return await Promise.all(seconds.map(async (each, at) => {
    const path = join(desktop.directory, `track ${at + 1}.wav`);
    await Deno.writeFile(path, wav(each, { INAM: `Title ${at + 1}` }));
    return path;
  }));
}

/** A process below another one. */
export interface Descendant {
  readonly pid: number;
  readonly isZombie: boolean;
}

/** Returns the processes below a process whose command contains a word. A zombie has no command. */
export async function descendants(pid: number, word: string): Promise<Descendant[]> {
  const found: Descendant[] = [];
  for await (const { name } of Deno.readDir("/proc")) {
    try {
      const status = await Deno.readTextFile(`/proc/${Number(name)}/status`);
      if (!status.includes(`\nPPid:\t${pid}\n`)) continue;
      const command = await Deno.readTextFile(`/proc/${Number(name)}/cmdline`);
      const isZombie = status.includes("\nState:\tZ");
      if (command.includes(word)) found.push({ pid: Number(name), isZombie });
    } catch {
      // Not a process, or it has ended.
      continue;
    }
    found.push(...await descendants(Number(name), word));
  }
  return found;
}

export { eventually };

/** Waits until an expression is true in the page. */
export async function until(page: Page, expression: string): Promise<void> {
  await eventually(async () => {
    if (!await page.evaluate(expression)) throw new Error(`not true: ${expression}`);
  });
}

/**
 * Defines a test with a real Audacious. Without one the test is ignored, and its name says why.
 *
 * @param test Called with a desktop, which is closed after the test.
 */
export function audaciousTest(
  name: string,
  test: (desktop: Desktop, context: Deno.TestContext) => Promise<void>,
  whyIgnored: string | undefined = undefined,
): void {
  const why = withoutAudacious ?? whyIgnored;
  Deno.test({
    name: why === undefined ? name : `${name} (ignored: ${why})`,
    ignore: why !== undefined,
    async fn(context) {
      await using desktop = await Desktop.start();
      await test(desktop, context);
    },
  });
}
