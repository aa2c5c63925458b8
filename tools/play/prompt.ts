/**
 * The prompt: takes lines, carries them out one after the other, and shows what comes of them.
 *
 * @module
 */

import process from "node:process";
import { createInterface, type Interface } from "node:readline";
import { cyan, dim, green, red, yellow } from "@std/fmt/colors";
import { BridgeError, BridgeGone, type EventMessage } from "../../client/bridge_client.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { didYouMean } from "../../text/names.ts";
import type { Player } from "../../players/model/player.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { misfitOfEvent, outcomeOf } from "../demo/judgement.ts";
import { shortText } from "../demo/short_text.ts";
import { type Outcome, Transcript } from "../demo/transcript.ts";
import type { Speaker } from "../fixtures/capture.ts";
import { WireView } from "../fixtures/wire_view.ts";
import { Api } from "./api.ts";
import { commands } from "./commands.ts";
import { complete } from "./complete.ts";
import { type Desk, Words } from "./desk.ts";
import { Output } from "./output.ts";
import { plainText } from "../../text/unicode.ts";
import { Misuse, type PromptLine, readPromptLine } from "./prompt_line.ts";
import type { WrittenRecording } from "./running_bridge.ts";
import { Session, type SessionView } from "./session.ts";

/** How many elements of an array are shown. */
const SHOWN_ELEMENTS = 100;
/** How much of a string is shown, in UTF-16 code units. */
const SHOWN_CHARACTERS = 10_000;

/** What is shown when the user has given up waiting. */
const GIVEN_UP = "  given up";

/** How the prompt runs. */
export interface PromptOptions {
  /** The player, which ends with the prompt. */
  readonly player: Player;
  /** The working directory of the bridge, where its log files are. */
  readonly directory: string;
  /** One sentence, printed at a terminal. */
  readonly greeting: string;
  /** Runs once a bridge listens to the player. */
  readonly begin?: (say: (sentence: string) => void) => Promise<void>;
  /** Flags of the bridge. */
  readonly flags: readonly string[];
  /** Whether lines are typed on a terminal; else they are a script. */
  readonly interactive: boolean;
  /** Whether colours are used. */
  readonly colors: boolean;
  /** How many characters a line may have. */
  readonly width: number;
  /** Ends everything early, in good order. */
  readonly signal: AbortSignal;
}

/** A call was given up: the user has pressed Ctrl-C. */
class GivenUp extends Error {
  override name = "GivenUp";
}

/**
 * Runs the prompt until its input ends.
 *
 * @param options See {@linkcode PromptOptions}.
 * @returns Whether every line of a script could be carried out and the bridge has stayed; what an operation answers does
 * not matter. At a terminal always true.
 */
export async function runPrompt(options: PromptOptions): Promise<boolean> {
  let prompt: Prompt;
  try {
    prompt = new Prompt(options);
  } catch (error) {
    await options.player.close();
    throw error;
  }
  return await prompt.run();
}

class Prompt implements Desk, SessionView {
  readonly api = new Api();
  panel: string | undefined;
  readonly shown = { events: true, wire: false };
  readonly width: number;
  readonly session: Session;
  readonly #options: PromptOptions;
  readonly #output = new Output();
  readonly #transcript: Transcript;
  readonly #wire: WireView;
  readonly #lines: string[] = [];
  readonly #background = new Set<Promise<void>>();
  /** What a line can begin with. */
  readonly #beginnings: readonly string[] = [
    ...commands.map(({ name }) => `:${name}`),
    ...this.api.methods.keys(),
    "help",
    "exit",
    "quit",
  ];
  #inputEnded = false;
  #wake = (): void => {};
  #ended = false;
  #faultless = true;
  /** Gives up what is being waited for. */
  #giveUp: AbortController | undefined;

  constructor(options: PromptOptions) {
    this.#options = options;
    const { player, directory, flags } = options;
    this.panel = Object.keys(player.facts.panels)[0];
    this.width = options.width;
    this.#transcript = new Transcript((line) => this.print(line), options.width);
    this.#wire = new WireView((line) => this.shown.wire && this.print(line), options.width);
    player.onNotice?.((sentence) => this.busy(sentence));
    this.session = new Session(player, directory, flags, this);
  }

  async run(): Promise<boolean> {
    const { player, interactive, signal } = this.#options;
    const end = (): void => this.#end();
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    void player.ended?.then(() => this.#playerEnded());
    if (interactive) this.#greet();
    const readline = this.#open();
    try {
      await this.#begin();
      await this.#carryOutAll(readline);
    } finally {
      this.#ended = true;
      signal.removeEventListener("abort", end);
      this.#output.endTyping();
      readline.close();
      // A pipe that is still open would be read on.
      process.stdin.destroy();
      await this.session.end();
      await Promise.all(this.#background);
    }
    // At a terminal the person has seen it.
    return interactive || this.#faultless;
  }

  print(...lines: string[]): void {
    this.#output.write(lines);
  }

  quit(): void {
    this.#end();
  }

  showEvents(events: readonly EventMessage[]): void {
    this.#transcript.happenings(
      events.map(({ event, panel, data }) => ({ kind: "event", name: plainText(event), panel, data })),
    );
  }

  // What the session shows

  event(message: EventMessage): void {
    if (this.shown.events) this.showEvents([message]);
    const misfit = misfitOfEvent(message.event, message.data);
    if (misfit === undefined) return;
    this.#fault(`the event ${plainText(message.event)} does not fit its schema, ${misfit}`);
  }

  piece(from: Speaker, bytes: Uint8Array): void {
    this.#wire.hear(from, bytes);
  }

  diagnostic(line: string): void {
    this.print(`  ${yellow("bridge:")} ${plainText(line)}`);
  }

  lost(exitCode: number): void {
    this.#fault(`the bridge has ended by itself, with exit code ${exitCode}; :restart starts a fresh one`);
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

  // Lines

  #greet(): void {
    this.print(
      this.#options.greeting,
      dim("queue.add {tracks: [1, 2]} calls an operation. Tab completes, help helps, exit ends."),
    );
  }

  #open(): Interface {
    const { interactive } = this.#options;
    const readline = createInterface({
      input: process.stdin,
      output: process.stdout,
      terminal: interactive,
      completer: (line: string) => complete(line, this),
    });
    readline.on("line", (line: string) => {
      this.#lines.push(line);
      this.#wake();
    });
    readline.on("close", () => {
      if (interactive) return this.#end();
      this.#inputEnded = true;
      this.#wake();
    });
    readline.on("SIGINT", () => this.#interrupt(readline));
    return readline;
  }

  /** Ctrl-C: gives up waiting and the lines that wait as well, or clears the line, or ends everything. */
  #interrupt(readline: Interface): void {
    const waiting = this.#lines.splice(0).length > 0;
    if (this.#giveUp) return this.#giveUp.abort(new GivenUp("given up"));
    // It comes between a line and its beginning.
    if (waiting) return this.print(GIVEN_UP);
    if (readline.line === "") return this.#end();
    readline.write(null, { ctrl: true, name: "e" });
    readline.write(null, { ctrl: true, name: "u" });
  }

  /** Lets the player do what it does first; Ctrl-C gives up waiting for that. */
  async #begin(): Promise<void> {
    const giveUp = this.#giveUp = new AbortController();
    if (this.#ended) return;
    try {
      await unlessAborted(
        Promise.resolve(this.#options.begin?.((sentence) => this.busy(sentence))),
        giveUp.signal,
      );
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      this.print(GIVEN_UP);
    } finally {
      this.#giveUp = undefined;
    }
  }

  /** The person has ended the player, or it was given up, and so everything; what was still to be done is not. */
  #playerEnded(): void {
    if (this.#ended) return;
    const left = this.#lines.length + (this.#giveUp ? 1 : 0);
    if (left > 0) this.#fault("the player has ended before everything was done");
    else this.print(`  ${dim("the player has ended")}`);
    this.#end();
  }

  #end(): void {
    this.#ended = true;
    this.#giveUp?.abort(new GivenUp("the end"));
    this.#wake();
  }

  async #carryOutAll(readline: Interface): Promise<void> {
    const { interactive } = this.#options;
    while (!this.#ended) {
      const text = this.#lines.shift();
      if (text !== undefined) {
        this.#output.endTyping();
        if (!interactive && text.trim() !== "") this.print(`${this.#promptText()}${plainText(text)}`);
        await this.#carryOut(text);
      } else if (this.#inputEnded) {
        break;
      } else {
        if (interactive) {
          readline.setPrompt(this.#promptText());
          this.#output.beginTyping(readline);
        }
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#wake = resolve;
        await promise;
      }
    }
    // A script that ends has nothing more to ask: what it did not wait for is waited for now.
    if (!this.#ended) await Promise.all(this.#background);
  }

  #promptText(): string {
    return `${cyan(this.panel === undefined ? "player" : plainText(this.panel))}> `;
  }

  async #carryOut(text: string): Promise<void> {
    const giveUp = new AbortController();
    this.#giveUp = giveUp;
    try {
      const line = readPromptLine(text, this.#beginnings);
      if (line.kind === "call") {
        this.session.forgetEvents();
        const done = this.#call(line, giveUp.signal);
        if (line.background) this.#leave(done);
        else await done;
      } else if (line.kind === "command") {
        await this.#command(line.name, line.rest, giveUp.signal);
      }
    } catch (error) {
      if (error instanceof GivenUp) this.print(GIVEN_UP);
      else if (error instanceof Misuse) this.#fault(error.message);
      else throw error;
    } finally {
      this.#giveUp = undefined;
    }
  }

  async #command(name: string, rest: string, signal: AbortSignal): Promise<void> {
    const command = commands.find((each) => each.name === name || each.alias === name);
    if (!command) {
      const known = commands.map((each) => `:${each.name}`);
      throw new Misuse(
        `there is no command ${JSON.stringify(`:${name}`)}; there are ${known.join(", ")}${
          didYouMean(`:${name}`, known)
        }`,
      );
    }
    if (name !== "wait") this.session.forgetEvents();
    await command.run(new Words(rest), this, signal);
  }

  #leave(done: Promise<void>): void {
    const left = done.catch((error) => {
      // Nobody gives up a call that nobody waits for; what remains is a defect of this program.
      this.#fault(messageOf(error));
    }).finally(() => this.#background.delete(left));
    this.#background.add(left);
  }

  async #call(
    { name, params, background }: Extract<PromptLine, { kind: "call" }>,
    signal: AbortSignal,
  ): Promise<void> {
    const begin = performance.now();
    const label = background ? `${plainText(name)} ` : "";
    for (const text of this.api.unknownParams(name, params ?? {})) {
      this.print(`  ${yellow("!")} ${plainText(text)}`);
    }
    try {
      const result = await this.session.bridge.client.invoke(name, params, {
        panel: this.panel,
        ...!background && { signal },
      });
      const time = this.#options.interactive ? dim(` ${(performance.now() - begin).toFixed(1)} ms`) : "";
      this.#showOutcome(outcomeOf(name, result), result, label, time);
    } catch (error) {
      if (error instanceof BridgeError) {
        // A name that does not exist is a slip of the pen, like one that cannot be read.
        const isUnknown = error.code === rpcErrors.methodNotFound.code;
        const hint = isUnknown ? didYouMean(name, this.api.methods.keys()) : "";
        this.print(`  ${label}${red(`error ${error.code}`)} ${plainText(error.message)}${hint}`);
        if (error.data !== undefined) this.print(...this.#inspect(error.data));
        if (isUnknown) this.#faultless = false;
      } else if (error instanceof BridgeGone || error instanceof RangeError) {
        this.#fault(`${label}${error.message}`);
      } else throw error;
    }
  }

  #showOutcome(outcome: Outcome, result: unknown, label: string, time: string): void {
    const mark = outcome.kind === "result" ? green("=") : yellow("= refused:");
    const [first = "", ...more] = this.#inspect(result);
    const lines = [`  ${label}${mark} ${first.trimStart()}`, ...more];
    this.print(...lines.slice(0, -1), `${lines.at(-1) ?? ""}${time}`);
    if (outcome.kind === "failed") this.#fault(shortText(outcome.reason, 400));
  }

  /** A value over as many lines as it takes, in full unless it is huge. */
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

  /** Something that ought not to be: a script that has it does not end well. */
  #fault(text: string): void {
    this.#faultless = false;
    this.print(`  ${red("✗")} ${text}`);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
