import { assert, assertEquals, assertMatch } from "@std/assert";
import { stripAnsiCode } from "@std/fmt/colors";
import { setDeadline } from "../../support/deadline.ts";

setDeadline(120_000);

const root = new URL("../../../", import.meta.url);
const tool = new URL("tools/play.ts", root).href;

/** util-linux's `script` runs a program in a terminal. Other systems' `script` takes other arguments. */
const hasScript = Deno.build.os === "linux" &&
  await new Deno.Command("script", { args: ["--version"], stdout: "piped", stderr: "null" }).output()
    .then(({ stdout }) => new TextDecoder().decode(stdout).includes("util-linux"), () => false);

/** The terminal is closed after this time, in milliseconds, so that a hanging test fails and prints the output. */
const TIMEOUT_MS = 60_000;

/** A user at a terminal, run by util-linux's `script`. */
class TerminalUser implements AsyncDisposable {
  readonly directory: string;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  readonly #timeout: ReturnType<typeof setTimeout>;
  #seen = "";

  private constructor(directory: string) {
    this.directory = directory;
    const command = [
      Deno.execPath(),
      "run",
      "--no-prompt",
      "--allow-read",
      "--allow-write",
      "--allow-run",
      "--allow-env=INIT_CWD",
      tool,
      // With extensions, an event of the library could appear while a line is being typed.
      "--no-extensions",
    ];
    this.#child = new Deno.Command("script", {
      args: ["-qefc", command.map((word) => `'${word}'`).join(" "), "/dev/null"],
      cwd: directory,
      env: { TMPDIR: directory, TERM: "xterm", SHELL: "/bin/sh", INIT_CWD: directory },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#timeout = setTimeout(() => this.#child.kill(), TIMEOUT_MS);
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async open(): Promise<TerminalUser> {
    return new TerminalUser(await Deno.makeTempDir({ prefix: "tonearm-test-" }));
  }

  async type(text: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(text));
  }

  /** Reads until the terminal shows a text; returns the output before it, without colours. */
  async see(text: string): Promise<string> {
    while (true) {
      const plain = stripAnsiCode(this.#seen);
      const at = plain.indexOf(text);
      if (at >= 0) {
        this.#seen = plain.slice(at + text.length);
        return plain.slice(0, at);
      }
      const { done, value } = await this.#reader.read();
      assert(!done, `${JSON.stringify(text)} was not shown, but ${JSON.stringify(plain)}`);
      this.#seen += value;
    }
  }

  /** Waits for the end of the prompt; returns the exit code and the remaining output. */
  async end(): Promise<{ code: number; shown: string }> {
    for (let part = await this.#reader.read(); !part.done; part = await this.#reader.read()) {
      this.#seen += part.value;
    }
    const { code } = await this.#child.status;
    assertEquals([...Deno.readDirSync(this.directory)].map(({ name }) => name), []);
    return { code, shown: this.#seen };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close().catch(() => {
      // The terminal has gone.
    });
    await this.#reader.cancel();
    await this.#child.status;
    clearTimeout(this.#timeout);
    await Deno.remove(this.directory, { recursive: true });
  }
}

const [TAB, ENTER, UP, CTRL_C, CTRL_D] = ["\t", "\r", "\x1b[A", "\x03", "\x04"];

Deno.test({
  name: "at a terminal Tab completes, the arrow key recalls a line, events appear above the line being typed",
  ignore: !hasScript,
  async fn() {
    await using user = await TerminalUser.open();
    await user.see("p1> ");
    await user.type("queue.addP");
    await user.see("queue.addP");
    await user.type(TAB);
    await user.see("aths ");
    await user.type(TAB);
    await user.see("{");
    await user.type("pa");
    await user.see("pa");
    await user.type(TAB);
    await user.see("ths: ");
    await user.type(`[]}${ENTER}`);
    await user.see("No paths specified");
    await user.see("p1> ");
    await user.type(UP);
    await user.see("queue.addPaths {paths: []}");
    await user.type(CTRL_C);
    await user.see("p1> ");
    // The event arrives 50 ms later, while the next line is being typed.
    await user.type(`:player selectItems [0, 1]${ENTER}`);
    await user.see("p1> ");
    await user.type("test.pi");
    await user.see("⚑ selection:changed");
    await user.see("p1> test.pi");
    await user.type(`ng${ENTER}`);
    await user.see("p1> ");
    await user.type(CTRL_D);
    assertEquals((await user.end()).code, 0);
  },
});

Deno.test({
  name: "at a terminal Ctrl-C stops waiting, then ends the prompt",
  ignore: !hasScript,
  async fn() {
    await using user = await TerminalUser.open();
    await user.see("p1> ");
    await user.type(`:actions${ENTER}`);
    await user.see("p1> ");
    await user.type(`queue.addPaths {paths: ["https://never.example/a.mp3"]}${ENTER}`);
    // The line is running.
    await user.see("player.media.resolve");
    await user.type(CTRL_C);
    await user.see("stopped waiting");
    await user.see("p1> ");
    await user.type(`nonsense${ENTER}`);
    await user.see("✗");
    await user.see("p1> ");
    await user.type(CTRL_C);
    const { code, shown } = await user.end();
    assertEquals(code, 0);
    assertMatch(shown, /^[^✗]*$/);
  },
});
