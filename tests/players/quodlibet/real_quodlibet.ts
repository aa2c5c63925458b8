/**
 * A real Quod Libet with the plugin, for tests: on a display of its own (Xvfb), with a D-Bus session, home and silent sound
 * output of its own. A second plugin (`driver.py`) evaluates Python in its main loop.
 */

import { fromFileUrl, join } from "@std/path";
import { runProgram } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { eventually } from "../../support/deadline.ts";
import { Display } from "../../support/display.ts";
import { testUnless, whySlow } from "../../support/test_all.ts";
import { wav } from "../mpv/real_mpv.ts";

/** The deadline of a test, which runs a player in real time, in milliseconds. */
const TEST_MS = 300_000;
export { eventually };

const here = fromFileUrl(new URL(".", import.meta.url));
const python = "/usr/bin/python3";
/** The program that installs the plugin. */
export const installer = fromFileUrl(new URL("players/quodlibet/install.py", root));

/** The shell command of a real Quod Libet. */
export const quodLibet = ["dbus-run-session", "--", "quodlibet", "--run"] as const;

/** Runs a program and returns its output. Throws when the program fails. */
export async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, args, { env });
  if (code === 0) return stdout;
  throw new Error(`${program} ${args.join(" ")} has failed with ${code}\n${stdout}${stderr}`);
}

/** Why tests with a real Quod Libet are ignored; undefined when they run. */
async function reason(): Promise<string | undefined> {
  const slow = whySlow("it starts Quod Libet");
  if (slow !== undefined) return slow;
  const check = `command -v quodlibet Xvfb dbus-run-session xdotool >&2 &&
    ${python} -c 'import gi; gi.require_version("WebKit2", "4.0"); gi.require_version("Gst", "1.0"); from gi.repository import Gst
Gst.init(None); assert Gst.ElementFactory.find("wavparse")'`;
  const { code } = await runProgram("sh", ["-c", check]);
  return code === 0
    ? undefined
    : "quodlibet, gir1.2-webkit2-4.0, Xvfb, dbus-run-session or xdotool is not installed";
}

const missing = await reason();

/** A display with a home directory in which the plugin is installed. */
export class Desktop implements AsyncDisposable {
  readonly directory: string;
  readonly env: Readonly<Record<string, string>>;
  readonly #display: Display;

  private constructor(directory: string, display: Display, env: Readonly<Record<string, string>>) {
    this.directory = directory;
    this.#display = display;
    this.env = env;
  }

  static async start(): Promise<Desktop> {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-quodlibet-test-" });
    const display = await Display.open();
    await Deno.mkdir(join(directory, "run"), { mode: 0o700 });
    const desktop = new Desktop(directory, display, {
      DISPLAY: display.name,
      PATH: `${fromFileUrl(new URL(".", `file://${Deno.execPath()}`))}:/usr/bin:/bin`,
      HOME: directory,
      XDG_CONFIG_HOME: join(directory, "config"),
      XDG_DATA_HOME: join(directory, "data"),
      XDG_RUNTIME_DIR: join(directory, "run"),
      LC_ALL: "C.UTF-8",
      // The bridge of the tree reads its packages from Deno's cache.
      DENO_DIR: Deno.env.get("DENO_DIR") ?? join(Deno.env.get("HOME") ?? "", ".cache/deno"),
      TONEARM_DRIVER: join(directory, "driver.socket"),
      NO_AT_BRIDGE: "1",
    });
    // A menu that glides to its place is clicked beside it.
    await Deno.mkdir(join(directory, "config/gtk-3.0"), { recursive: true });
    await Deno.writeTextFile(
      join(directory, "config/gtk-3.0/settings.ini"),
      "[Settings]\ngtk-enable-animations=0\n",
    );
    const main = fromFileUrl(new URL("main.ts", root));
    await run(python, [installer, main], desktop.env);
    await Deno.copyFile(join(here, "driver.py"), join(desktop.config, "plugins/driver.py"));
    return desktop;
  }

  /** Quod Libet's own directory. */
  get config(): string {
    return join(this.directory, "config/quodlibet");
  }

  /** The user's folder of panels. */
  get panels(): string {
    return join(this.directory, "data/quodlibet/tonearm/panels");
  }

  /** Writes the configuration, with these panels open. */
  async configure(
    panels: readonly string[],
    music = join(this.directory, "music"),
    isGapless = true,
  ): Promise<void> {
    await Deno.mkdir(music, { recursive: true });
    await Deno.writeTextFile(
      join(this.config, "config"),
      `[player]
gst_pipeline = fakesink sync=true
gst_disable_gapless = ${!isGapless}
backend = gstbe
[plugins]
active_plugins = Tonearm
	TonearmDriver
tonearm_panels = ${panels.join(" ")}
tonearm_streams = localhost, 127.0.0.1
[settings]
scan = ${music}
[library]
refresh_on_start = true
[memory]
browser = Playlists
sidebar_pos = 0.5
`,
    );
  }

  /** Writes silent tracks with the given lengths in seconds into the library. */
  async tracks(...seconds: readonly number[]): Promise<string[]> {
    await Deno.mkdir(join(this.directory, "music"), { recursive: true });
    return await Promise.all(seconds.map(async (each, at) => {
      const path = join(this.directory, `music/track ${String(at + 1).padStart(2, "0")}.wav`);
      await Deno.writeFile(path, wav(each, { INAM: `Title ${at + 1}` }));
      return path;
    }));
  }

  /** Writes a panel of the user. */
  async panel(name: string, files: Readonly<Record<string, string>>): Promise<void> {
    await Deno.mkdir(join(this.panels, name), { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      await Deno.writeTextFile(join(this.panels, name, file), text);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#display[Symbol.asyncDispose]();
    // Processes of WebKit may still write.
    await eventually(() => Deno.remove(this.directory, { recursive: true }));
  }
}

/** A running Quod Libet. */
export class QuodLibet implements AsyncDisposable {
  readonly desktop: Desktop;
  readonly #child: Deno.ChildProcess;
  readonly #socket: Deno.Conn;
  readonly #lines: ReadableStreamDefaultReader<string>;
  #unread = "";
  #last: Promise<unknown> = Promise.resolve();
  log = "";
  readonly #reading: Promise<void>;

  private constructor(
    desktop: Desktop,
    child: Deno.ChildProcess,
    socket: Deno.Conn,
    log: { text: string; read: Promise<void> },
  ) {
    this.desktop = desktop;
    this.#child = child;
    this.#socket = socket;
    this.#lines = socket.readable.pipeThrough(new TextDecoderStream()).getReader();
    this.#reading = log.read;
    Object.defineProperty(this, "log", { get: () => log.text });
  }

  /** Starts Quod Libet and waits until its plugins run. */
  static async start(desktop: Desktop, env: Readonly<Record<string, string>> = {}): Promise<QuodLibet> {
    const child = new Deno.Command(quodLibet[0], {
      args: quodLibet.slice(1),
      env: { ...desktop.env, ...env },
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const log = { text: "", read: Promise.resolve() };
    log.read = (async () => {
      for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) log.text += text;
    })();
    const path = desktop.env["TONEARM_DRIVER"] ?? "";
    try {
      const exited = child.status.then(({ code, signal }) => {
        throw new Error(`it has exited with ${signal ?? code}`);
      });
      const socket = await Promise.race([
        exited,
        eventually(() => Deno.connect({ transport: "unix", path })),
      ]);
      return new QuodLibet(desktop, child, socket, log);
    } catch (error) {
      try {
        child.kill("SIGTERM");
      } catch {
        // It has exited.
      }
      await log.read;
      throw new Error(`Quod Libet does not start: ${log.text}`, { cause: error });
    }
  }

  /** Evaluates Python in Quod Libet's main loop. One at a time. */
  // deno-lint-ignore no-explicit-any -- any JSON, which assertions check
  evaluate(code: string): Promise<any> {
    const answer = this.#last.then(async () => {
      const bytes = new TextEncoder().encode(`${JSON.stringify(code)}\n`);
      for (let sent = 0; sent < bytes.length;) sent += await this.#socket.write(bytes.subarray(sent));
      while (!this.#unread.includes("\n")) {
        const { value, done } = await this.#lines.read();
        if (done) throw new Error(`Quod Libet has gone: ${this.log}`);
        this.#unread += value;
      }
      const [line = ""] = this.#unread.split("\n", 1);
      this.#unread = this.#unread.slice(line.length + 1);
      const { value, error } = JSON.parse(line);
      if (error !== undefined) throw new Error(error);
      return value;
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  /** Evaluates an expression in a page. */
  // deno-lint-ignore no-explicit-any -- any JSON, which assertions check
  page(panel: string, script: string): Promise<any> {
    return this.evaluate(`page(${JSON.stringify(panel)}, ${JSON.stringify(script)})`);
  }

  /** Waits until a condition holds in a page. */
  until(panel: string, condition: string): Promise<void> {
    return eventually(async () => {
      if (await this.page(panel, `Boolean(${condition})`) !== true) {
        const text = await this.page(panel, "document.body.innerText");
        throw new Error(`${panel}: not ${condition}\n${text}\n${this.log}`);
      }
    });
  }

  /** Calls an operation as the page does. */
  // deno-lint-ignore no-explicit-any -- any JSON, which assertions check
  async call(panel: string, method: string, params: object = {}): Promise<any> {
    const key = `call${Math.random()}`;
    await this.page(
      panel,
      `fb2k.invoke(${JSON.stringify(method)}, ${JSON.stringify(params)}).then(
        (result) => globalThis[${JSON.stringify(key)}] = { result },
        ({ code, message }) => globalThis[${JSON.stringify(key)}] = { code, message }); true`,
    );
    return await eventually(async () => {
      const settled = await this.page(panel, `globalThis[${JSON.stringify(key)}] ?? null`);
      if (settled === null) throw new Error(`${method} is not answered\n${this.log}`);
      return "result" in settled ? settled.result : settled;
    });
  }

  /** Makes a playlist of all tracks of the library, in the order of their paths, and shows it. */
  async playlist(count: number): Promise<void> {
    await eventually(async () => {
      if (await this.evaluate("len(app.library)") !== count) {
        throw new Error(`the library is not read: ${this.log}`);
      }
    });
    await this.evaluate(
      `pl = app.library.playlists.create("All")
pl.extend(sorted(app.library.values(), key=lambda song: song("~filename")))
tonearm.playlists.check()
tonearm.playlists.show(tonearm.playlists.entry_of(pl))`,
    );
  }

  /** The state of playback as the plugin tells it: state, and the title of the track. */
  async playing(): Promise<{ state: string; title: string | null }> {
    return await this.evaluate(
      `{"state": tonearm.playback.state({})["state"], "title": (tonearm.playback.now_playing({})["track"] or {}).get("title")}`,
    );
  }

  /** Ends Quod Libet as its user does, and returns its exit code. */
  async quit(): Promise<number> {
    await this.evaluate("GLib.idle_add(app.quit) and None");
    const { code } = await this.#child.status;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.evaluate("os._exit(0)").catch(() => {});
      await this.#child.status;
    } finally {
      await this.#lines.cancel().catch(() => {});
      try {
        this.#socket.close();
      } catch {
        // Closed with its reader.
      }
      await this.#reading;
    }
  }
}

/** Defines a test with a desktop of its own. */
export function quodLibetTest(
  name: string,
  test: (desktop: Desktop, context: Deno.TestContext) => Promise<void>,
): void {
  testUnless(missing, name, async (context) => {
    await using desktop = await Desktop.start();
    await test(desktop, context);
  }, TEST_MS);
}
