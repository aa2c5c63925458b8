/**
 * Where the prompt writes: to a terminal above the line that is being typed, or plainly into a pipe.
 *
 * @module
 */

import { clearScreenDown, cursorTo, type Interface, moveCursor } from "node:readline";
import process from "node:process";
import { print } from "../terminal.ts";

/** Writes lines without spoiling what is being typed. */
export class Output {
  #typing: Interface | undefined;

  /**
   * Says that a line is being typed from now on.
   *
   * @param readline Who reads it.
   */
  beginTyping(readline: Interface): void {
    this.#typing = readline;
    readline.prompt(true);
  }

  /** Says that no line is being typed: what is written from now on stands below. */
  endTyping(): void {
    this.#typing = undefined;
  }

  /**
   * Writes lines.
   *
   * @param lines The lines, without their ends.
   */
  write(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\n`).join("");
    const typing = this.#typing;
    if (!typing?.terminal) return print(text);
    // All by one stream, so that it stays in order.
    const { stdout } = process;
    moveCursor(stdout, 0, -typing.getCursorPos().rows);
    cursorTo(stdout, 0);
    clearScreenDown(stdout);
    stdout.write(text);
    typing.prompt(true);
  }
}
