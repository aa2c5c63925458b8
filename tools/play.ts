/** The prompt: `deno task play`, and `deno task mpv`, which is `deno task play --player=mpv`. */

import { join } from "@std/path";
import process from "node:process";
import * as readline from "node:readline";
import { plainText } from "../limits/unicode.ts";
import { commands, namespaces } from "./play/commands.ts";
import { methods } from "./play/line.ts";
import { type OpenedPlayer, openReference } from "./play/players.ts";
import { Prompt } from "./play/prompt.ts";
import { chosenExtensions, extensionOptions } from "./support/extensions_option.ts";
import {
  choiceOption,
  exitWithUsageError,
  optionsOrExit,
  switchOption,
  textOption,
  UsageError,
} from "./support/options.ts";
import { PluginModule } from "./support/plugin_module.ts";
import { stateDirectory } from "./support/state_directory.ts";
import { allowedStreams, streamsOption } from "./support/streams_option.ts";
import { chooseColors, print, SCRIPT_WIDTH, terminalWidth } from "./terminal.ts";
import { typedPath } from "./typed_path.ts";

/** The signals that end the prompt, with the exit codes that a shell gives them. */
const signals = Deno.build.os === "windows"
  ? { SIGINT: 130, SIGBREAK: 149 }
  : { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

const usage = `Calls a bridge by hand: a bridge process in its sandbox, and a player.

  deno task play [OPTIONS] [-- FLAGS]     with a player in memory; FLAGS go to the bridge
  deno task mpv [OPTIONS] [FILES] [-- OPTIONS]
                                          with mpv, which plays files, folders, wildcards or URLs;
                                          OPTIONS after -- go to mpv, such as --no-video

Lines in a pipe are a script, such as tools/demo.txt; there a line after # is a comment.

  --plugins FILE       a module with operations and events of the player's own (docs/players.md)
  --extensions NAMES   the extensions to switch on, with commas between them; by default all
                       (docs/extensions.md)
  --no-extensions      switches on no extension
  -h, --help           prints this help

With mpv:

  --attach SOCKET      uses a running mpv, started with --input-ipc-server=SOCKET
  --mpv PROGRAM        the path or name of mpv (default: mpv)
  --key-bindings       adds mpv's key bindings and commands to the main menu
  --allow-streams HOSTS
                       private and local hosts from which mpv may open streams, with commas
                       between them; public hosts are allowed
  --no-prefetch        opens a stream only when the track before it has ended
  --log-dir DIRECTORY  the directory of the bridge's log files
                       (default: tonearm-mpv in $XDG_STATE_HOME or ~/.local/state)

At the prompt, help lists the operations and commands.

Exit code: 0 at a terminal, and for a script whose lines could all be run, whatever the
operations answered; 1 when a line could not be run, the bridge or the player ended early, or the
player could not be opened; 2 when the command line is wrong; 130 after Ctrl-C.
`;

const mpvOptions = {
  attach: textOption(),
  mpv: textOption(),
  "key-bindings": switchOption(),
  ...streamsOption,
  "no-prefetch": switchOption(),
  "log-dir": textOption(),
};

const isMpv = /(?:^| )--player[= ]mpv(?: |$)/.test(Deno.args.join(" "));
const name = isMpv ? "mpv" : "play";
const options = optionsOrExit({
  name,
  usage,
  options: {
    player: choiceOption(["reference", "mpv"], "reference"),
    plugins: textOption(),
    ...extensionOptions,
    // Without mpv, its options are unknown, and nothing reads them.
    ...isMpv ? mpvOptions : {} as typeof mpvOptions,
  },
  operands: isMpv,
  rest: true,
});

const stop = new AbortController();
for (const [signal, code] of Object.entries(signals)) {
  Deno.addSignalListener(signal as Deno.Signal, () => stop.abort(code));
}
const isDone = await main().catch((error) => {
  if (stop.signal.aborted) return false;
  if (error instanceof UsageError) exitWithUsageError(name, error.message);
  const text = plainText(`${name}: ${error instanceof Error ? error.message : error}`);
  Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
  return false;
});
Deno.exit(stop.signal.aborted ? stop.signal.reason : isDone ? 0 : 1);

/** Opens the player with which the command line agrees. */
async function openPlayer(): Promise<OpenedPlayer> {
  const { operands: files, rest: args, attach, ...parsed } = options;
  if (!isMpv) return await openReference();
  const wrong = args.find((option) => !option.startsWith("--"));
  if (wrong !== undefined) throw new UsageError(`${JSON.stringify(wrong)} after -- is no option of mpv`);
  if (attach !== undefined && args.length > 0) {
    throw new UsageError("--attach starts no mpv that takes options");
  }
  const streams = allowedStreams(parsed, true, files);
  const program = parsed.mpv ?? "mpv";
  const directory = typedPath(parsed["log-dir"] ?? join(stateDirectory(), "tonearm-mpv"));
  const { MpvPlayer } = await import("../players/mpv/player.ts");
  await Deno.mkdir(directory, { recursive: true });
  const player = await MpvPlayer.open({
    mpv: attach === undefined
      ? { kind: "start", program: { program, args } }
      : { kind: "attach", socket: typedPath(attach) },
    program,
    keyBindings: parsed["key-bindings"],
    streams,
    prefetch: !parsed["no-prefetch"],
    directory,
    panels: { p1: { config: { panelName: "Prompt" } } },
    signal: stop.signal,
  });
  return {
    player,
    directory,
    greeting:
      `${player.version} and a bridge process, its log files in ${directory}. Clipboard: ${player.clipboardKind}.`,
    begin: (say) => player.loadOrSay(files.map(typedPath), say),
  };
}

/** Runs the prompt to its end. Returns false when a line of a script could not be run, or a program ended early. */
async function main(): Promise<boolean> {
  const extensions = chosenExtensions(options);
  const plugins = options.plugins ? await PluginModule.load(typedPath(options.plugins)) : undefined;
  const opened = await openPlayer();
  chooseColors();
  const isTerminal = Deno.stdin.isTerminal() && Deno.stdout.isTerminal();
  /** The line editor while a line is being typed at the terminal. */
  let typing: readline.Interface | undefined;
  const prompt = new Prompt({
    ...opened,
    flags: isMpv ? [] : options.rest,
    extensions,
    plugins,
    width: isTerminal ? terminalWidth() : SCRIPT_WIDTH,
    write(lines) {
      const text = lines.map((line) => `${line}\n`).join("");
      if (!typing) return print(text);
      // Output goes above the line being typed. It takes the way of the cursor's movements, so that they stay in order.
      readline.moveCursor(process.stdout, 0, -typing.getCursorPos().rows);
      readline.cursorTo(process.stdout, 0);
      readline.clearScreenDown(process.stdout);
      process.stdout.write(text);
      typing.prompt(true);
    },
  });
  const editor = readline.createInterface({
    input: process.stdin,
    output: process.stdout,
    terminal: isTerminal,
    completer: (line: string) => complete(line, prompt),
  });
  prompt.onEnd = () => editor.close();
  // Ctrl-C stops the running line, clears the line being typed, or ends the prompt.
  editor.on("SIGINT", () => {
    if (prompt.stop()) return;
    if (editor.line === "") return prompt.quit();
    editor.write(null, { ctrl: true, name: "e" });
    editor.write(null, { ctrl: true, name: "u" });
  });
  stop.signal.addEventListener("abort", () => prompt.quit());
  if (stop.signal.aborted) prompt.quit();
  const lines = editor[Symbol.asyncIterator]();
  const ask = (): void => {
    if (!isTerminal || prompt.hasEnded) return;
    typing = editor;
    editor.setPrompt(prompt.label);
    editor.prompt(true);
  };
  try {
    if (isTerminal) prompt.note(`${opened.greeting} Tab completes, help helps, exit ends.`);
    await prompt.begin();
    ask();
    for await (const line of lines) {
      typing = undefined;
      if (prompt.hasEnded === "player") prompt.fault("the player ended before everything was done");
      if (prompt.hasEnded) break;
      if (!isTerminal) prompt.echo(line);
      await prompt.run(line);
      ask();
    }
  } finally {
    editor.close();
    // Otherwise an open pipe keeps the process reading.
    process.stdin.destroy();
    await prompt.close().finally(opened.cleanUp);
  }
  // At a terminal the user has seen the faults.
  return isTerminal || prompt.faults.length === 0;
}

/** Completes names of operations and commands, the first word of a command, and the parameters of an operation. */
function complete(line: string, prompt: Prompt): [string[], string] {
  const [, name = "", rest] = /^\s*(\S*)(\s.*)?$/su.exec(line) ?? [];
  const [fragment = ""] = /[^\s{[,]*$/u.exec(line) ?? [];
  const candidates = (): Iterable<string> => {
    if (name.startsWith(":")) {
      return rest === undefined
        ? Object.keys(commands).map((each) => `:${each} `)
        : commands[name.slice(1)]?.choices?.(prompt) ?? [];
    }
    if (rest !== undefined) {
      const params = methods.get(name)?.params ?? [];
      return rest.trim() === "" ? params.slice(0, 1).map(() => "{") : params.map((each) => `${each.name}: `);
    }
    // First the namespaces: all operations would fill the screen.
    if (!name.includes(".")) return namespaces.map((each) => `${each}.`);
    const names = new Set([...methods.keys(), ...prompt.operations]);
    return [...names].filter((each) => !prompt.unsupported.has(each)).map((each) => `${each} `);
  };
  return [[...candidates()].filter((each) => each.startsWith(fragment)), fragment];
}
