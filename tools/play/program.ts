/**
 * The prompt as a program: reads lines from a terminal or a pipe, handles signals and sets the exit code.
 *
 * @module
 */

import process from "node:process";
import { clearScreenDown, createInterface, cursorTo, type Interface, moveCursor } from "node:readline";
import { extensionNames } from "../../host_stdio/api/extension_names.ts";
import { plainText } from "../../limits/unicode.ts";
import { extensionOptions } from "../support/extensions_option.ts";
import { textOption } from "../support/options.ts";
import { PluginModule } from "../support/plugin_module.ts";
import { chooseColors, print, SCRIPT_WIDTH, terminalWidth } from "../terminal.ts";
import { typedPath } from "../typed_path.ts";
import { methods, namespaces } from "./api.ts";
import { commands } from "./commands.ts";
import { commandHelp } from "./help.ts";
import type { OpenedPlayer } from "./players.ts";
import { Prompt } from "./prompt.ts";
import type { BridgeSettings } from "./session.ts";
import { messageOf } from "./show.ts";

/** A shell's exit code for a program ended by a signal, without the signal's number. */
const EXIT_SIGNAL = 128;
const EXIT_FAULT = 1;
const HELP_WIDTH = 90;
const signals = Deno.build.os === "windows"
  ? { SIGINT: 2, SIGBREAK: 21 }
  : { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

/** The options of every prompt. */
export const promptOptions = { ...extensionOptions, plugins: textOption() };

/** What `--help` says of these options. */
export const promptOptionsUsage =
  `  --plugins FILE            a module with plugins: operations and events of the player's
                            own (docs/players.md)
  --extensions NAMES        the extensions to switch on, with commas between them; by
                            default all: ${extensionNames.slice(0, 5).join(", ")},
                            ${extensionNames.slice(5).join(", ")}
  --no-extensions           switches on no extension`;

/** What `--help` says of every prompt. */
export const promptUsage = `Commands:

${
  Object.entries(commands).map(([name, command]) => {
    const [head, ...about] = commandHelp(name, command, HELP_WIDTH);
    return [`  ${head}`, ...about.map((line) => `      ${line}`)].join("\n");
  }).join("\n")
}

At a terminal, Tab completes names and parameters and the arrow keys recall earlier lines.
Ctrl-C stops waiting, clears the line, or ends the prompt; Ctrl-D, exit and quit end it.
Colours are used at a terminal unless NO_COLOR is set.

Exit code: 0 at a terminal, and for a script whose lines could all be run, whatever the
operations answered; 1 when a line could not be run, the bridge or the player ended early, or the
player could not be opened; 2 when the command line is wrong; 130 after Ctrl-C.
`;

/** A program that shows a prompt. */
export interface PromptProgram extends Omit<BridgeSettings, "plugins"> {
  /** The prefix of its messages on stderr. */
  readonly name: string;
  /** The file of `--plugins`. */
  readonly pluginFile: string | undefined;

  /** @param signal Stops opening the player. */
  open(signal: AbortSignal): Promise<OpenedPlayer>;
}

/** Runs the prompt on standard input until its end or a signal, then exits. */
export async function promptAndExit(
  { name, flags, extensions, pluginFile, open }: PromptProgram,
): Promise<never> {
  const stop = new AbortController();
  for (const [signal, number] of Object.entries(signals)) {
    Deno.addSignalListener(signal as Deno.Signal, () => stop.abort(number));
  }
  let opened: OpenedPlayer;
  let plugins: PluginModule | undefined;
  try {
    plugins = pluginFile === undefined ? undefined : await PluginModule.load(typedPath(pluginFile));
    opened = await open(stop.signal);
  } catch (error) {
    if (stop.signal.aborted) exit(EXIT_SIGNAL + Number(stop.signal.reason));
    exit(EXIT_FAULT, `${name}: ${messageOf(error)}`);
  }
  const interactive = Deno.stdin.isTerminal() && Deno.stdout.isTerminal();
  const input = new LineInput(interactive);
  let prompt: Prompt;
  try {
    prompt = new Prompt({
      ...opened,
      flags,
      extensions,
      plugins,
      interactive,
      colors: chooseColors(),
      width: interactive ? terminalWidth() : SCRIPT_WIDTH,
      write: (lines) => input.print(lines),
      hasLines: () => input.hasLines,
    });
  } catch (error) {
    await opened.player.close();
    await opened.cleanUp?.();
    throw error;
  }
  const quit = (): void => prompt.quit();
  stop.signal.addEventListener("abort", quit, { once: true });
  if (stop.signal.aborted) quit();
  try {
    await runLines(prompt, input, opened.greeting);
  } finally {
    input.close();
    await prompt.close().finally(opened.cleanUp);
  }
  if (stop.signal.aborted) exit(EXIT_SIGNAL + Number(stop.signal.reason));
  // At a terminal the user has seen the faults.
  exit(interactive || prompt.faults.length === 0 ? 0 : EXIT_FAULT);
}

async function runLines(prompt: Prompt, input: LineInput, greeting: string): Promise<void> {
  if (input.interactive) {
    prompt.print(
      greeting,
      "queue.add {tracks: [1, 2]} calls an operation. Tab completes, help helps, exit ends.",
    );
  }
  input.open(prompt);
  await prompt.begin();
  while (!prompt.hasEnded) {
    const line = await input.next(prompt);
    if (line === undefined) break;
    if (!input.interactive) prompt.echo(line);
    await prompt.run(line);
  }
  if (!prompt.hasEnded) await prompt.finish();
}

/** Lines from a terminal or a pipe. Output at a terminal goes above the line being typed. */
class LineInput {
  readonly interactive: boolean;
  readonly #lines: string[] = [];
  #readline: Interface | undefined;
  #typing = false;
  #ended = false;
  #wake = (): void => {};

  constructor(interactive: boolean) {
    this.interactive = interactive;
  }

  get hasLines(): boolean {
    return this.#lines.length > 0;
  }

  open(prompt: Prompt): void {
    const readline = createInterface({
      input: process.stdin,
      output: process.stdout,
      terminal: this.interactive,
      completer: (line: string) => complete(line, prompt),
    });
    this.#readline = readline;
    readline.on("line", (line: string) => {
      this.#lines.push(line);
      this.#wake();
    });
    readline.on("close", () => {
      if (this.interactive) prompt.quit();
      this.#ended = true;
      this.#wake();
    });
    readline.on("SIGINT", () => this.#interrupt(prompt, readline));
    void prompt.ended.then(() => this.#wake());
  }

  /** Waits for a line; undefined at the end of the input and of the prompt. */
  async next(prompt: Prompt): Promise<string | undefined> {
    while (!prompt.hasEnded) {
      const line = this.#lines.shift();
      if (line !== undefined) {
        this.#typing = false;
        return line;
      }
      if (this.#ended) break;
      if (this.interactive) {
        this.#typing = true;
        this.#readline?.setPrompt(prompt.label);
        this.#readline?.prompt(true);
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    return undefined;
  }

  print(lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\n`).join("");
    const readline = this.#readline;
    if (!this.#typing || !readline?.terminal) return print(text);
    // Write the cursor movements and the text to the same stream, so that they stay in order.
    const { stdout } = process;
    moveCursor(stdout, 0, -readline.getCursorPos().rows);
    cursorTo(stdout, 0);
    clearScreenDown(stdout);
    stdout.write(text);
    readline.prompt(true);
  }

  close(): void {
    this.#typing = false;
    this.#readline?.close();
    // Otherwise an open pipe keeps the process reading.
    process.stdin.destroy();
  }

  /** Ctrl-C: stops the running line and drops the lines after it, clears the line being typed, or ends the prompt. */
  #interrupt(prompt: Prompt, readline: Interface): void {
    const dropped = this.#lines.splice(0).length > 0;
    if (prompt.stop()) return;
    if (dropped) return prompt.print("  stopped waiting");
    if (readline.line === "") return prompt.quit();
    readline.write(null, { ctrl: true, name: "e" });
    readline.write(null, { ctrl: true, name: "u" });
  }
}

function exit(code: number, line?: string): never {
  if (line !== undefined) Deno.stderr.writeSync(new TextEncoder().encode(`${plainText(line)}\n`));
  Deno.exit(code);
}

/** Completes names of operations and commands, the first word of a command, and the parameters of an operation. */
function complete(line: string, prompt: Prompt): [string[], string] {
  const [, name = "", rest] = /^\s*(\S*)(\s.*)?$/su.exec(line) ?? [];
  const [fragment = ""] = /[^\s{[,]*$/u.exec(line) ?? [];
  const fitting = (words: Iterable<string>): [string[], string] => [
    [...words].filter((word) => word.startsWith(fragment)),
    fragment,
  ];
  if (rest === undefined && name.startsWith(":")) {
    return fitting(Object.keys(commands).map((each) => `:${each} `));
  }
  if (rest === undefined) {
    const known = [...methods.keys(), ...prompt.session.operations];
    const names = [...new Set(known)].filter((each) => !prompt.session.unsupported.has(each));
    // First the namespaces: all operations would fill the screen.
    return fitting(
      name.includes(".") ? names.map((each) => `${each} `) : namespaces.map((each) => `${each}.`),
    );
  }
  if (name.startsWith(":")) return fitting(commands[name.slice(1)]?.complete?.(prompt) ?? []);
  const params = methods.get(name)?.params ?? [];
  return rest.trim() === ""
    ? fitting(params.length > 0 ? ["{"] : [])
    : fitting(params.map((each) => `${each.name}: `));
}
