/** A display without a screen, for tests of what people run at a desktop. */

import { waitFor } from "./deadline.ts";

/** Whether Xvfb is installed. */
export const hasXvfb: boolean = await new Deno.Command("sh", { args: ["-c", "command -v Xvfb"] }).output()
  .then(({ success }) => success, () => false);

/** An X server with a screen in memory. */
export class Display implements AsyncDisposable {
  /** The value of `DISPLAY`. */
  readonly name: string;
  readonly #server: Deno.ChildProcess;

  private constructor(name: string, server: Deno.ChildProcess) {
    this.name = name;
    this.#server = server;
  }

  static async open(): Promise<Display> {
    const server = new Deno.Command("Xvfb", {
      args: ["-displayfd", "1", "-nolisten", "tcp"],
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let number = "";
    while (!number.includes("\n")) {
      const { done, value = "" } = await waitFor("the number of the display", reader.read());
      if (done) throw new Error("Xvfb has ended");
      number += value;
    }
    await reader.cancel();
    return new Display(`:${number.trim()}`, server);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.kill("SIGTERM");
    await this.#server.status;
  }
}
