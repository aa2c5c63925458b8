/** The prompt: a player, its bridge process, and lines that run one after the other. */

import { cyan, dim, getColorEnabled, green, magenta, red, yellow } from "@std/fmt/colors";
import type { EventMessage } from "../../clients/typescript/bridge_client.ts";
import { BridgeError, BridgeGone } from "../../clients/typescript/errors.ts";
import { bridgeArguments, type SpawnedBridge } from "../../clients/typescript/spawn_bridge.ts";
import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import { type SignalInput, signals } from "../../host_stdio/api/signals.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { didYouMean, unknownParamTexts } from "../../limits/names.ts";
import { plainText } from "../../limits/unicode.ts";
import type { Player } from "../../players/model/player.ts";
import { Capture } from "../fixtures/capture.ts";
import { writeNormalizedFixture } from "../fixtures/normalize.ts";
import { readRecording } from "../fixtures/recording.ts";
import { UsageError } from "../support/options.ts";
import type { PluginModule } from "../support/plugin_module.ts";
import { tappedBridge } from "../support/wire_tap.ts";
import { commands, known } from "./commands.ts";
import { methods, oneLine, readParams, readPromptLine } from "./line.ts";
import type { OpenedPlayer } from "./players.ts";

/** How much is kept: of the output that `:expect` checks in UTF-16 units, events, and lines of stderr. */
const KEPT = { output: 1024 * 1024, events: 1000, diagnostics: 20 };
/** How a value is printed in full. */
const inFull = { compact: true, depth: Infinity, iterableLimit: 100, strAbbreviateSize: 10_000 };
/** The errors of a line that cannot be run. */
const faults = [UsageError, BridgeGone, RangeError];
/** How long a bridge may take to end after its input is closed, in milliseconds. */
const END_MS = 5000;

/** A command of the prompt. */
export interface Command {
  /** The text after the name, as help shows it. */
  readonly usage: string;
  /** One sentence for help. */
  readonly about: string;
  /** Whether it is about the previous line, whose output and events are then kept. */
  readonly isCheck?: boolean;
  /** What can be its first word. */
  readonly choices?: (prompt: Prompt) => Iterable<string>;
  /** Runs it, or throws a `UsageError`. The signal is aborted by Ctrl-C and at the end of the prompt. */
  run(prompt: Prompt, text: string, signal: AbortSignal): void | Promise<void>;
}

export interface PromptOptions extends OpenedPlayer {
  readonly flags: readonly string[];
  readonly extensions: readonly ExtensionName[];
  readonly plugins?: PluginModule | undefined;
  /** The width of a line, in characters. */
  readonly width: number;
  /** Writes lines, given without their ends. */
  write(lines: readonly string[]): void;
}

/** Runs lines. */
export class Prompt {
  readonly player: Player;
  readonly bridge: SpawnedBridge;
  /** Whether native actions are shown with the player's answers. */
  showsActions = false;
  /** Number of refused calls that no `:refused` has expected so far. */
  unexpected = 0;
  /** The operations that were called successfully. */
  readonly succeeded: Set<string> = new Set<string>();
  /** What went wrong, in words. A script that has a fault ends with exit code 1. */
  readonly faults: string[] = [];
  /** The last lines that the bridge wrote to stderr. */
  readonly diagnostics: string[] = [];
  /** The operations that the bridge offers; empty before {@linkcode Prompt.begin}. */
  operations: readonly string[] = [];
  /** The operations that need a native action which the player lacks. */
  unsupported: ReadonlySet<string> = new Set();
  /** The calling panel; undefined for the player itself. */
  panel: string | undefined;
  /** Why the last call was refused; undefined when it was not. */
  refusal: string | undefined;
  /** The file for a recording; undefined for none. */
  recordTo: string | undefined;
  /** Whether the prompt is ending, and whether because of its player. */
  hasEnded: false | "user" | "player" = false;
  /** The output since the last line that was not about another. */
  output = "";
  onEnd: () => void = () => {};
  readonly #capture: Capture;
  /** The names of the events since the last line that no `:wait` has taken. */
  readonly #events: string[] = [];
  #wake = Promise.withResolvers<void>();
  #stop: AbortController | undefined;
  #called: Promise<void> = Promise.resolve();

  constructor(readonly options: PromptOptions) {
    const { player, directory, flags, plugins, width } = options;
    this.player = player;
    [this.panel] = Object.keys(player.facts.panels);
    this.#capture = new Capture([Deno.execPath(), ...bridgeArguments(flags)], directory);
    const showAction = (mark: string, name: string, value: unknown): void => {
      const text = shortText(value, width);
      if (this.showsActions) this.print(`    ${dim(mark)} ${cyan(plainText(name))} ${text}`.trimEnd());
    };
    this.bridge = tappedBridge({
      directory,
      flags,
      actions: plugins?.extend(player.actions) ?? player.actions,
      observer: {
        onAction: (name, params) => showAction("→", name, params),
        onActionAnswered: (name, answer) =>
          showAction("←", name, "error" in answer ? answer.error : answer.result),
      },
      onDiagnostic: (line) => {
        if (this.diagnostics.push(line) > KEPT.diagnostics) this.diagnostics.shift();
        this.print(`  ${yellow("bridge:")} ${plainText(line)}`);
      },
    }, this.#capture);
    this.bridge.onEvent((event) => this.#hear(event));
    player.onSignal((signal) => this.bridge.signal(signal));
    plugins?.onEvent((params) => this.bridge.signal({ name: "signal.pluginEvent", params }));
    player.onNotice?.((sentence) => this.note(sentence));
    void player.ended?.then((failed) => this.#playerEnded(failed));
    void this.bridge.ended.then(() => this.#bridgeEnded());
  }

  /** The prompt before a line, as in `p1> `. */
  get label(): string {
    return `${cyan(this.panel === undefined ? "player" : plainText(this.panel))}> `;
  }

  /** Initializes the bridge, then runs the option `begin`. */
  async begin(): Promise<void> {
    const { player: { name, version }, extensions, plugins, begin } = this.options;
    await this.#stoppable(async (signal) => {
      const initialized = await this.bridge.initialize({ name, version }, { extensions, signal });
      this.operations = [...initialized.operations, ...await plugins?.register(this.bridge) ?? []];
      this.unsupported = new Set(initialized.unsupported);
      await unlessAborted(Promise.resolve(begin?.((sentence) => this.note(sentence))), signal);
    });
  }

  /** Shows a line of a script as if it were typed. */
  echo(text: string): void {
    if (text.trim() !== "") this.options.write([`${this.label}${plainText(text)}`]);
  }

  /** Runs a line. Shows a failure and notes it as a fault. */
  async run(typed: string): Promise<void> {
    await this.#stoppable(async (signal) => {
      const named = Object.keys(commands).map((name) => `:${name}`);
      const names = [...named, ...methods.keys(), ...Object.keys(signals), "help", "exit", "quit"];
      const line = readPromptLine(typed, names);
      if (!line) return;
      const { name, text } = line;
      const command = name.startsWith(":") ? commands[known("command", name, named).slice(1)] : undefined;
      if (!command) {
        const params = readParams(line);
        this.#beginLine();
        return await (this.#called = this.#call(name, params, signal));
      }
      if (!command.isCheck) this.#beginLine();
      if (text === "" && /^[^[]/u.test(command.usage)) throw new UsageError(`${name} needs ${command.usage}`);
      if (text !== "" && command.usage === "") throw new UsageError(`unexpected ${JSON.stringify(text)}`);
      await command.run(this, text, signal);
    });
  }

  /** Stops the running line. Returns false when no line is running. */
  stop(): boolean {
    this.#stop?.abort();
    return this.#stop !== undefined;
  }

  /** Ends the bridge, by force after some seconds, writes its recording, and ends the player. */
  async close(): Promise<void> {
    this.quit();
    try {
      const exit = await this.bridge.close({ signal: AbortSignal.timeout(END_MS) });
      if (this.recordTo === undefined) return;
      this.note(`writing and replaying ${this.recordTo}`);
      const recording = readRecording(this.#capture.recorded(exit));
      const { text, flaw } = await writeNormalizedFixture(recording);
      await Deno.writeTextFile(this.recordTo, text);
      const why = this.#capture.full ? "the exchange was too long; this is its beginning" : flaw;
      const verdict = why === undefined ? green("it holds") : yellow(`it does not hold: ${plainText(why)}`);
      this.print(`  ${recording.steps.length} messages in ${plainText(this.recordTo)}; ${verdict}`);
    } finally {
      await this.player.close();
    }
  }

  print(...lines: string[]): void {
    this.output = `${this.output}${lines.join("\n")}\n`.slice(-KEPT.output);
    this.options.write(lines);
  }

  /** Prints something of less interest. */
  note(sentence: string): void {
    this.print(`  ${dim(plainText(sentence))}`);
  }

  /** Prints a value in full, over several lines if needed, unless it is huge. */
  inspect(head: string, value: unknown): void {
    const breakLength = this.options.width - 4;
    const text = Deno.inspect(value, { ...inFull, colors: getColorEnabled(), breakLength });
    this.print(...`  ${head}${text}`.split("\n").map((line, index) => index === 0 ? line : `    ${line}`));
  }

  fault(text: string): void {
    this.faults.push(text);
    this.print(`  ${red("✗")} ${text}`);
  }

  /** Ends the prompt after this line. */
  quit(reason: "user" | "player" = "user"): void {
    this.hasEnded ||= reason;
    this.stop();
    this.onEnd();
  }

  /** Waits until an event has arrived since the last line, and forgets it and those before it. */
  async hasEvent(name: string, signal: AbortSignal): Promise<void> {
    while (!this.#events.includes(name)) await unlessAborted(this.#wake.promise, signal);
    this.#events.splice(0, this.#events.indexOf(name) + 1);
  }

  #hear({ event, panel, data }: EventMessage): void {
    if (this.#events.push(event) > KEPT.events) this.#events.shift();
    // Positions come ten times a second while a track plays.
    if (!event.startsWith("playback:time")) {
      const target = panel === undefined ? "to every panel" : `to ${plainText(panel)}`;
      this.print(
        `    ${magenta(`⚑ ${plainText(event)}`)} ${dim(target)} ${shortText(data, this.options.width)}`,
      );
    }
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }

  async #playerEnded(failed: boolean): Promise<void> {
    // The player may end before the answer to the call that ends it arrives. The line that made the call ends first.
    await Promise.allSettled([this.#called]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    if (this.hasEnded) return;
    if (this.#stop) this.fault("the player ended before everything was done");
    else if (failed) this.fault("the player has failed");
    else this.note("the player has ended");
    this.quit("player");
  }

  async #bridgeEnded(): Promise<void> {
    if (this.hasEnded) return;
    // Show the last lines on stderr first.
    await this.bridge.diagnostics;
    this.fault(`the bridge ended by itself with exit code ${(await this.bridge.status).code}`);
  }

  /** Runs something that Ctrl-C can stop, and shows its errors. */
  async #stoppable(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.hasEnded) return;
    const stop = this.#stop = new AbortController();
    try {
      await run(stop.signal);
    } catch (error) {
      if (stop.signal.aborted) this.print("  stopped waiting");
      else if (faults.some((each) => error instanceof each)) this.fault((error as Error).message);
      else throw error;
    } finally {
      this.#stop = undefined;
    }
  }

  /** Forgets what belongs to the last line. */
  #beginLine(): void {
    this.refusal = undefined;
    this.output = "";
    this.#events.length = 0;
  }

  async #call(name: string, params: object | undefined, signal: AbortSignal): Promise<void> {
    if (Object.hasOwn(signals, name)) {
      // The bridge checks the parameters, and reports what it ignores.
      return this.bridge.signal({ name, params: params ?? {} } as SignalInput);
    }
    const method = methods.get(name);
    if (method && !method["x-any-params"]) {
      for (const text of unknownParamTexts(name, params ?? {}, method.params.map((param) => param.name))) {
        this.print(`  ${yellow("!")} ${plainText(text)}`);
      }
    }
    try {
      const result = await this.bridge.client.invoke(name, params, { panel: this.panel, signal });
      const { success, error = "success is false" } = Object(result);
      this.inspect(success === false ? yellow("= refused: ") : `${green("=")} `, result);
      if (success === false) this.refusal = String(error);
      else this.succeeded.add(name);
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      const { code, message, data } = error;
      // An unknown name is a typing error, like a line that cannot be parsed.
      const isUnknown = code === rpcErrors.methodNotFound.code;
      const hint = isUnknown ? didYouMean(name, this.operations) : "";
      this.print(`  ${red(`error ${code}`)} ${plainText(message)}${hint}`);
      if (data !== undefined) this.inspect("  ", data);
      this.refusal = message;
      if (isUnknown) this.faults.push(message);
    }
    if (this.refusal !== undefined) this.unexpected++;
  }
}

/** A value on one line, cut to a width; nothing for an empty object. */
function shortText(value: unknown, width: number): string {
  const short = { ...inFull, breakLength: Infinity, iterableLimit: 6, strAbbreviateSize: 80 };
  const text = oneLine(plainText(Deno.inspect(value, short)));
  if (text === "{}") return "";
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}
