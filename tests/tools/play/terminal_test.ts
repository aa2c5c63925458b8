import { assert, assertEquals, assertMatch } from "@std/assert";
import { stripAnsiCode } from "@std/fmt/colors";

const root = new URL("../../../", import.meta.url);
const tool = new URL("tools/play.ts", root).href;

/** util-linux's `script` gives a program a terminal; that of other systems takes other arguments. */
const hasScript = Deno.build.os === "linux" &&
  await new Deno.Command("script", { args: ["--version"], stdout: "piped", stderr: "null" }).output()
    .then(({ stdout }) => new TextDecoder().decode(stdout).includes("util-linux"), () => false);

/** Nothing that is waited for takes as long, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Somebody at a terminal. */
class Typist implements AsyncDisposable {
  readonly directory: string;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  /** A terminal that hangs is closed, so that what is waited for is told. */
  readonly #patience: ReturnType<typeof setTimeout>;
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
    ];
    this.#child = new Deno.Command("script", {
      args: ["-qefc", command.map((word) => `'${word}'`).join(" "), "/dev/null"],
      cwd: directory,
      env: { TMPDIR: directory, TERM: "xterm", SHELL: "/bin/sh", INIT_CWD: directory },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    this.#patience = setTimeout(() => this.#child.kill(), PATIENCE_MS);
    this.#writer = this.#child.stdin.getWriter();
    this.#reader = this.#child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  static async sitDown(): Promise<Typist> {
    return new Typist(await Deno.makeTempDir({ prefix: "tonearm-test-" }));
  }

  /** Types characters, or presses a key. */
  async type(text: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(text));
  }

  /** Reads on until the terminal has shown something more, without its colours; gives what was shown before that. */
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

  /** Waits for the end; gives the exit code and what was shown until then. */
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
    clearTimeout(this.#patience);
    await Deno.remove(this.directory, { recursive: true });
  }
}

const [TAB, ENTER, UP, CTRL_C, CTRL_D] = ["\t", "\r", "\x1b[A", "\x03", "\x04"];

Deno.test({
  name: "at a terminal Tab completes, the arrow brings a line back, events come above what is being typed",
  ignore: !hasScript,
  async fn() {
    await using typist = await Typist.sitDown();
    await typist.see("p1> ");
    await typist.type("queue.addP");
    await typist.see("queue.addP");
    await typist.type(TAB);
    await typist.see("aths ");
    await typist.type(TAB);
    await typist.see("{");
    await typist.type("pa");
    await typist.see("pa");
    await typist.type(TAB);
    await typist.see("ths: ");
    await typist.type(`[]}${ENTER}`);
    await typist.see("No paths specified");
    await typist.see("p1> ");
    await typist.type(UP);
    await typist.see("queue.addPaths {paths: []}");
    await typist.type(CTRL_C);
    await typist.see("p1> ");
    // The event comes 50 ms later, when the next line has been begun.
    await typist.type(`:player select 0 1${ENTER}`);
    await typist.see("p1> ");
    await typist.type("test.pi");
    await typist.see("⚑ selection:changed");
    await typist.see("p1> test.pi");
    await typist.type(`ng${ENTER}`);
    await typist.see("p1> ");
    await typist.type(CTRL_D);
    assertEquals((await typist.end()).code, 0);
  },
});

Deno.test({
  name: "at a terminal Ctrl-C gives up waiting, then ends everything",
  ignore: !hasScript,
  async fn() {
    await using typist = await Typist.sitDown();
    await typist.see("p1> ");
    await typist.type(`queue.addPaths {paths: ["https://never.example/a.mp3"]}${ENTER}`);
    await typist.see("\n");
    await typist.type(CTRL_C);
    await typist.see("given up");
    await typist.see("p1> ");
    await typist.type(`nonsense${ENTER}`);
    await typist.see("✗");
    await typist.see("p1> ");
    await typist.type(CTRL_C);
    const { code, shown } = await typist.end();
    assertEquals(code, 0);
    assertMatch(shown, /^[^✗]*$/);
  },
});
