/**
 * The prompt: runs lines one after the other and shows what happens.
 *
 * @module
 */

import { cyan, dim, green, red, stripAnsiCode, yellow } from "@std/fmt/colors";
import type { EventMessage } from "../../clients/typescript/bridge_client.ts";
import type { ExitStatus } from "../../clients/typescript/child_process.ts";
import { BridgeError, BridgeGone } from "../../clients/typescript/errors.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { didYouMean } from "../../limits/names.ts";
import { plainText } from "../../limits/unicode.ts";
import type { Player } from "../../players/model/player.ts";
import { WireView } from "../fixtures/wire_view.ts";
import { UsageError } from "../support/options.ts";
import type { Speaker } from "../support/wire_tap.ts";
import { methods, misfitOfEvent, outcomeOf, unknownParams } from "./api.ts";
import type { CommandContext } from "./command.ts";
import { commands } from "./commands.ts";
import { type PromptLine, readPromptLine, readWords } from "./line.ts";
import { type BridgeSettings, Session, type SessionView, type WrittenRecording } from "./session.ts";
import { type ActionAnswer, actionLine, eventLine, messageOf, oneLine } from "./show.ts";

/** Maximum number of array elements that are shown. */
const SHOWN_ELEMENTS = 100;
/** Maximum length of a string that is shown whole, in UTF-16 code units. */
const SHOWN_CHARACTERS = 10_000;
/** Length of the latest output that `:expect` can check, in UTF-16 code units. */
const KEPT_OUTPUT = 1024 * 1024;

/** Maximum number of lines on stderr that are kept. */
const KEPT_DIAGNOSTICS = 20;

const STOPPED = "  stopped waiting";

/** Options of the prompt. */
export interface PromptOptions extends BridgeSettings {
  /** The player, which ends with the prompt. */
  readonly player: Player;
  /** The working directory of the bridge, for its log files. */
  readonly directory: string;
  /** Runs after the bridge has started. The prompt shows the sentences that it passes to `say`. */
  readonly begin?: ((say: (sentence: string) => void) => Promise<void>) | undefined;
  /** Whether lines are typed at a terminal. */
  readonly interactive: boolean;
  readonly colors: boolean;
  /** The width of a line, in characters. */
  readonly width: number;
  /** Moves the player's clock forward, in milliseconds. */
  readonly forward?: ((milliseconds: number) => void) | undefined;

  /** Writes lines, given without their ends. */
  write(lines: readonly string[]): void;

  /** Whether lines wait to be run. */
  hasLines?(): boolean;
}

/** Statistics of a prompt. */
export interface Counts {
  calls: number;
  /** Calls that were refused, and those of them that `:refused` accepted. */
  refused: number;
  accepted: number;
  actions: number;
  events: number;
}

/** Waiting was stopped: Ctrl-C, or the end of the prompt. */
class Stopped extends Error {
  override name = "Stopped";
}

/** Runs lines. */
export class Prompt implements CommandContext, SessionView {
  readonly session: Session;
  readonly shown: CommandContext["shown"] = { events: true, actions: false, wire: false };
  readonly width: number;
  readonly forward: CommandContext["forward"];
  readonly counts: Counts = { calls: 0, refused: 0, accepted: 0, actions: 0, events: 0 };
  /** The operations that were called successfully. */
  readonly succeeded: Set<string> = new Set<string>();
  /** What went wrong, in words. A script that has a fault ends with exit code 1. */
  readonly faults: string[] = [];
  /** The last lines that the bridge wrote to stderr. */
  readonly diagnostics: string[] = [];
  /** Settles when a line, a signal or the player ends the prompt. */
  readonly ended: Promise<void>;
  panel: string | undefined;
  refusal: string | undefined;
  readonly #options: PromptOptions;
  readonly #wire: WireView;
  readonly #background = new Set<Promise<void>>();
  /** Valid beginnings of a line. */
  readonly #beginnings: readonly string[] = [
    ...Object.keys(commands).map((name) => `:${name}`),
    ...methods.keys(),
    "help",
    "exit",
    "quit",
  ];
  readonly #end: () => void;
  #hasEnded = false;
  #output = "";
  /** The fault of the last call, unless `:refused` accepts it. */
  #callFault: string | undefined;
  #stop: AbortController | undefined;
  /** The last call that a line waits for, or waited for. */
  #called: Promise<void> = Promise.resolve();

  /** Starts the bridge. */
  constructor(options: PromptOptions) {
    this.#options = options;
    const { player, directory, width, forward } = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    [this.panel] = Object.keys(player.facts.panels);
    this.width = width;
    this.forward = forward;
    this.#wire = new WireView((line) => this.shown.wire && this.print(line), width);
    player.onNotice?.((sentence) => this.busy(sentence));
    this.session = new Session(player, directory, options, this);
    void player.ended?.then((failed) => this.#playerEnded(failed));
  }

  get output(): string {
    return oneLine(stripAnsiCode(this.#output));
  }

  /** Whether the prompt is ending. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The prompt before a line, as in `p1> `. */
  get label(): string {
    return `${cyan(this.panel === undefined ? "player" : plainText(this.panel))}> `;
  }

  /** Initializes the bridge, then runs the option `begin`. */
  async begin(): Promise<void> {
    await this.#stoppable(async (signal) => {
      await this.session.initialize(signal);
      const begun = this.#options.begin?.((sentence) => this.busy(sentence));
      await unlessAborted(Promise.resolve(begun), signal);
    });
  }

  /** Shows a line of a script as if it were typed. */
  echo(text: string): void {
    if (text.trim() !== "") this.#options.write([`${this.label}${plainText(text)}`]);
  }

  /** Runs a line. Shows a failure and notes it as a fault. */
  async run(text: string): Promise<void> {
    await this.#stoppable(async (signal) => {
      const line = readPromptLine(text, this.#beginnings);
      if (line.kind === "call") await this.#call(line, signal);
      else if (line.kind === "command") await this.#command(line.name, line.rest, signal);
    });
  }

  /** Stops the running line. Returns false when no line is running. */
  stop(): boolean {
    this.#stop?.abort(new Stopped("stopped"));
    return this.#stop !== undefined;
  }

  /** Waits for the calls that the script did not wait for. */
  async finish(): Promise<void> {
    this.#noteCallFault();
    await Promise.all(this.#background);
  }

  /** Ends the bridge and the player. */
  async close(): Promise<ExitStatus> {
    this.quit();
    const status = await this.session.end();
    await Promise.all(this.#background);
    return status;
  }

  // CommandContext

  print(...lines: string[]): void {
    this.#output = `${this.#output}${lines.join("\n")}\n`.slice(-KEPT_OUTPUT);
    this.#options.write(lines);
  }

  showEvents(events: readonly EventMessage[]): void {
    this.print(...events.map((event) => eventLine(event, this.width)));
  }

  noteEvent(event: EventMessage): void {
    this.#output += `${eventLine(event, this.width)}\n`;
  }

  acceptRefusal(): void {
    if (this.refusal === undefined) return;
    this.refusal = undefined;
    this.#callFault = undefined;
    this.counts.accepted++;
  }

  quit(): void {
    this.#hasEnded = true;
    this.stop();
    this.#end();
  }

  // SessionView

  event(message: EventMessage): void {
    this.counts.events++;
    // Positions come ten times a second while a track plays.
    const isTick = message.event.startsWith("playback:time");
    if (this.shown.events && !isTick) this.showEvents([message]);
    const misfit = misfitOfEvent(message.event, message.data);
    if (misfit === undefined) return;
    this.#fault(`the event ${plainText(message.event)} does not fit its schema, ${misfit}`);
  }

  action(name: string, params: unknown, answer: ActionAnswer): void {
    this.counts.actions++;
    if (this.shown.actions) this.print(actionLine(name, params, answer, this.width));
  }

  piece(from: Speaker, bytes: Uint8Array): void {
    this.#wire.hear(from, bytes);
  }

  diagnostic(line: string): void {
    this.diagnostics.push(line);
    if (this.diagnostics.length > KEPT_DIAGNOSTICS) this.diagnostics.shift();
    this.print(`  ${yellow("bridge:")} ${plainText(line)}`);
  }

  lost(exitCode: number): void {
    this.#fault(`the bridge ended by itself with exit code ${exitCode}; :restart starts a new one`);
  }

  busy(what: string): void {
    this.print(`  ${dim(plainText(what))}`);
  }

  recorded(file: string, { messages, flaw }: WrittenRecording): void {
    const verdict = flaw === undefined ? green("it holds") : yellow(`it does not hold: ${plainText(flaw)}`);
    this.print(`  ${messages} messages in ${plainText(file)}; ${verdict}`);
  }

  notRecorded(file: string, error: unknown): void {
    this.#fault(`${plainText(file)} cannot be written: ${messageOf(error)}`);
  }

  async #playerEnded(failed: boolean): Promise<void> {
    // The player may end before the answer to the call that ends it arrives.
    await this.#called.catch(() => {
      // The line reports the error.
    });
    // Let the line that made the call end first.
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (this.#hasEnded) return;
    if (this.#stop || this.#options.hasLines?.()) this.#fault("the player ended before everything was done");
    else if (failed) this.#fault("the player has failed");
    else this.busy("the player has ended");
    this.quit();
  }

  /** Runs something that Ctrl-C can stop, and shows its errors. */
  async #stoppable(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#hasEnded) return;
    const stop = this.#stop = new AbortController();
    try {
      await run(stop.signal);
    } catch (error) {
      if (error instanceof Stopped) this.print(STOPPED);
      else if (error instanceof UsageError) this.#fault(error.message);
      else throw error;
    } finally {
      this.#stop = undefined;
    }
  }

  async #command(name: string, rest: string, signal: AbortSignal): Promise<void> {
    const [, command] = Object.entries(commands).find(([key, { alias }]) => name === key || name === alias) ??
      [];
    if (!command?.isCheck) this.#beginLine(name === "wait");
    if (!command) {
      const known = Object.keys(commands).map((each) => `:${each}`);
      throw new UsageError(
        `there is no command ${JSON.stringify(`:${name}`)}; there are ${known.join(", ")}${
          didYouMean(`:${name}`, known)
        }`,
      );
    }
    await command.run(readWords(command.words ?? command.usage, rest), this, signal);
  }

  /** Forgets what belongs to the last line. `:wait` still takes the events since then. */
  #beginLine(keepsEvents: boolean): void {
    this.#noteCallFault();
    this.#output = "";
    this.refusal = undefined;
    if (!keepsEvents) this.session.forgetEvents();
  }

  #noteCallFault(): void {
    if (this.#callFault !== undefined) this.faults.push(this.#callFault);
    this.#callFault = undefined;
  }

  async #call(line: Extract<PromptLine, { kind: "call" }>, signal: AbortSignal): Promise<void> {
    this.#beginLine(false);
    if (!line.background) return await (this.#called = this.#invoke(line, "", signal));
    const done = this.#invoke(line, `${plainText(line.name)} `, undefined)
      // Nothing stops a call in the background: any error is a defect of this program.
      .catch((error) => this.#fault(messageOf(error)))
      .finally(() => this.#background.delete(done));
    this.#background.add(done);
  }

  async #invoke(
    { name, params }: Extract<PromptLine, { kind: "call" }>,
    label: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const begin = performance.now();
    for (const text of unknownParams(name, params ?? {})) {
      this.print(`  ${yellow("!")} ${plainText(text)}`);
    }
    this.counts.calls++;
    try {
      const result = await this.session.bridge.client.invoke(name, params, { panel: this.panel, signal });
      const time = this.#options.interactive ? dim(` ${(performance.now() - begin).toFixed(1)} ms`) : "";
      this.#showResult(name, result, label, time);
    } catch (error) {
      if (error instanceof BridgeError) this.#showError(name, error, label);
      else if (error instanceof BridgeGone || error instanceof RangeError) {
        this.#fault(`${label}${error.message}`);
      } else throw error;
    }
  }

  #showResult(name: string, result: unknown, label: string, time: string): void {
    const { refused, misfit } = outcomeOf(name, result);
    const mark = refused === undefined ? green("=") : yellow("= refused:");
    const [first = "", ...more] = this.#inspect(result);
    const lines = [`  ${label}${mark} ${first.trimStart()}`, ...more];
    this.print(...lines.slice(0, -1), `${lines.at(-1) ?? ""}${time}`);
    if (misfit !== undefined) this.#fault(misfit);
    else if (refused !== undefined) this.#refuse(refused, label);
    else this.succeeded.add(name);
  }

  #showError(name: string, { code, message, data }: BridgeError, label: string): void {
    // An unknown name is a typing error, like a line that cannot be parsed.
    const isUnknown = code === rpcErrors.methodNotFound.code;
    const hint = isUnknown ? didYouMean(name, this.session.operations) : "";
    this.print(`  ${label}${red(`error ${code}`)} ${plainText(message)}${hint}`);
    if (data !== undefined) this.print(...this.#inspect(data));
    this.#refuse(message, label);
    if (!isUnknown) return;
    if (label === "") this.#callFault = message;
    else this.faults.push(message);
  }

  /** Counts a refused call. `:refused` can check it unless it ran in the background. */
  #refuse(reason: string, label: string): void {
    this.counts.refused++;
    if (label === "") this.refusal = reason;
  }

  /** A value in full, over several lines if needed, unless it is huge. */
  #inspect(value: unknown): string[] {
    const text = Deno.inspect(value, {
      colors: this.#options.colors,
      depth: Infinity,
      iterableLimit: SHOWN_ELEMENTS,
      strAbbreviateSize: SHOWN_CHARACTERS,
      breakLength: this.width - 4,
      compact: true,
    });
    return text.split("\n").map((line) => `    ${line}`);
  }

  #fault(text: string): void {
    this.faults.push(text);
    this.print(`  ${red("✗")} ${text}`);
  }
}
