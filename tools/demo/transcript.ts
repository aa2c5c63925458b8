/**
 * The transcript of the demo: how each thing that happens is written down.
 *
 * @module
 */

import { bold, cyan, dim, green, magenta, red, yellow } from "@std/fmt/colors";
import { shortText, wrapped } from "./short_text.ts";

/** How many characters of parameters are shown at least, however narrow the terminal is. */
const LEAST_ROOM = 20;

/** Something that crossed the pipe while a step was under way. */
export type Happening =
  | {
    readonly kind: "action";
    readonly name: string;
    readonly params: unknown;
    /** What the player has answered; undefined as long as it has not. */
    outcome: { readonly result: unknown } | { readonly error: { readonly message: string } } | undefined;
  }
  | {
    readonly kind: "event";
    readonly name: string;
    readonly panel: string | undefined;
    readonly data: unknown;
  };

/** How a call ended. */
export type Outcome =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** A call, as it is written down. */
export interface Call {
  /** The operation's full name. */
  readonly name: string;
  /** Its parameters. */
  readonly params: unknown;
  /** Who calls, when it is not the usual panel. */
  readonly caller: string | undefined;
  /** How long it took. */
  readonly milliseconds: number;
}

/** Writes the transcript, line by line. */
export class Transcript {
  readonly #write: (line: string) => void;
  readonly #width: number;

  /**
   * @param write Takes a line, without its end.
   * @param width How many characters a line may have.
   */
  constructor(write: (line: string) => void, width: number) {
    this.#write = write;
    this.#width = width;
  }

  /** The heading of the whole. */
  title(text: string): void {
    this.#write(bold(text));
  }

  /** A fact about the setting, under the heading. */
  fact(name: string, value: string): void {
    this.#write(`  ${dim(name.padEnd(9))}${value}`);
  }

  /** The heading of a scene. */
  scene(title: string, about: string): void {
    this.#write("");
    this.#write(bold(cyan(title)));
    this.#write(`  ${dim(about)}`);
  }

  /** A call that has ended, and what it caused. */
  call(call: Call, caused: readonly Happening[], outcome: Outcome): void {
    const { name, params, caller, milliseconds } = call;
    const time = `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;
    const by = caller === undefined ? "" : ` (${caller})`;
    const room = Math.max(LEAST_ROOM, this.#width - name.length - by.length - time.length - 6);
    const lines = isEmpty(params) ? [""] : wrapped(shortText(params, room * 2), room);
    const blanks = " ".repeat(Math.max(1, room - (lines[0]?.length ?? 0) + 2));
    this.#write("");
    this.#write(`  ${bold(name)}${by && dim(by)} ${lines[0]}${blanks}${dim(time)}`);
    for (const line of lines.slice(1)) this.#write(`${" ".repeat(name.length + by.length + 4)}${line}`);
    this.happenings(caused);
    if (outcome.kind === "result") {
      const [first, ...more] = wrapped(shortText(outcome.result, (this.#width - 6) * 3), this.#width - 6);
      this.#write(`    ${green("=")} ${first}`);
      for (const line of more) this.#write(`      ${line}`);
    } else if (outcome.kind === "refused") {
      this.#write(`    ${yellow("= refused, as expected:")} ${outcome.reason}`);
    } else {
      this.#write(`    ${red("✗ failed:")} ${outcome.reason}`);
    }
  }

  /** What crossed the pipe. */
  happenings(happenings: readonly Happening[]): void {
    for (const happening of happenings) {
      if (happening.kind === "action") this.#action(happening);
      else this.#event(happening);
    }
  }

  /** The user, or the world, does something. */
  deed(text: string): void {
    this.#write("");
    this.#write(`  ${yellow("☞")} ${text}`);
  }

  /** A claim about the player, the disk or the bridge, and whether it holds. */
  claim(text: string, holds: boolean): void {
    this.#write(`    ${holds ? green("✓") : red("✗")} ${holds ? dim(text) : text}`);
  }

  /** Something worth seeing as it is, such as the text of a file. */
  block(lines: readonly string[]): void {
    for (const line of lines) this.#write(`      ${dim("│")} ${line}`);
  }

  /** A line of the summary. */
  summary(text: string, good: boolean): void {
    this.#write(`  ${good ? green("✓") : red("✗")} ${text}`);
  }

  #action({ name, params, outcome }: Extract<Happening, { kind: "action" }>): void {
    const room = this.#width - name.length - 10;
    const answered = outcome && "result" in outcome && !isEmpty(outcome.result) ? outcome.result : undefined;
    // Each side gets what the other leaves, and half of the line at least.
    const half = Math.floor(room / 2);
    const spared = answered === undefined ? 0 : Math.min(half, shortText(answered, room).length);
    const asked = isEmpty(params) ? "" : ` ${shortText(params, room - spared)}`;
    const answer = answered === undefined ? "" : dim(" ← ") + shortText(answered, room - asked.length);
    this.#write(`    ${dim("→")} ${cyan(name)}${asked}${answer}${failureOf(outcome)}`);
  }

  #event({ name, panel, data }: Extract<Happening, { kind: "event" }>): void {
    const audience = panel === undefined ? "to every panel" : `to ${panel}`;
    const room = this.#width - name.length - audience.length - 8;
    this.#write(`    ${magenta("⚑")} ${magenta(name)} ${dim(audience)} ${shortText(data, room)}`);
  }
}

function failureOf(outcome: Extract<Happening, { kind: "action" }>["outcome"]): string {
  if (outcome === undefined) return dim(" … not answered yet");
  return "error" in outcome ? `${dim(" ← ")}${yellow(outcome.error.message)}` : "";
}

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
