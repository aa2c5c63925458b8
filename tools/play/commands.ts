/** The commands of the prompt. */

import { dim, green } from "@std/fmt/colors";
import { allEvents } from "../../handlers/all.ts";
import { type SignalInput, signals } from "../../host_stdio/api/signals.ts";
import { didYouMean } from "../../limits/names.ts";
import { plainText } from "../../limits/unicode.ts";
import { UsageError } from "../support/options.ts";
import { typedPath } from "../typed_path.ts";
import { api, methods, misfitOf, namespaces } from "./api.ts";
import type { Command, CommandContext } from "./command.ts";
import { helpText } from "./help.ts";
import { readParams } from "./line.ts";
import { messageOf, oneLine } from "./show.ts";
import { menuCommand, playerCommand, playerVerbs } from "./user_commands.ts";

const LISTED_EVENTS = 20;
const DEFAULT_WAIT_S = 10;
const MS_PER_S = 1000;
/** The name that `:panel` takes for calls without a panel. */
const NO_PANEL = "-";

/** A command that shows something as it happens, or stops showing it. */
function showCommand(what: keyof CommandContext["shown"], about: string): Command {
  return {
    usage: "on | off",
    about: `Shows ${about}, or stops showing them.`,
    complete: () => ["on", "off"],
    run: ([on], { shown }) => void (shown[what] = on === true),
  };
}

function positive(seconds: number): number {
  if (seconds > 0) return seconds;
  throw new UsageError(`the number of seconds must be above 0, not ${seconds}`);
}

/** All commands, in the order of help. */
export const commands: Readonly<Record<string, Command>> = {
  help: {
    usage: "[NAME]",
    about: "Lists operations and commands, or describes an operation, a namespace or a command.",
    complete: () => [...methods.keys(), ...namespaces, ...Object.keys(commands)],
    run([name], context) {
      const lines = helpText(name === undefined ? undefined : String(name), commands, context);
      context.print(...lines, ...name === "player" ? playerVerbs(context).map((line) => `    ${line}`) : []);
    },
  },
  panel: {
    usage: "[NAME]",
    about: `Sets the calling panel, ${NO_PANEL} for the player itself, or prints it.`,
    complete: ({ session }) => [...Object.keys(session.player.facts.panels), NO_PANEL],
    run([name], context) {
      if (name !== undefined) context.panel = name === NO_PANEL ? undefined : String(name);
      else context.print(`  ${context.panel === undefined ? "the player itself" : plainText(context.panel)}`);
    },
  },
  menu: menuCommand,
  player: playerCommand,
  signal: {
    usage: "SIGNAL {…}",
    words: "SIGNAL [TEXT]",
    about: "Sends a signal to the bridge, as the player does when something happens in it.",
    complete: () => Object.keys(signals),
    run([name = "", text], { session }) {
      const known = Object.keys(signals);
      const signal = known.includes(String(name)) ? signals[name as keyof typeof signals] : undefined;
      if (!signal) {
        throw new UsageError(
          `there is no signal ${JSON.stringify(name)}; there are ${known.join(", ")}${
            didYouMean(String(name), known)
          }`,
        );
      }
      const params = text === undefined ? {} : readParams(String(text));
      const misfit = misfitOf(signal.params, params);
      if (misfit !== undefined) throw new UsageError(`${name} does not fit its schema, ${misfit}`);
      // The schema has just accepted it.
      session.bridge.signal({ name, params } as SignalInput);
    },
  },
  forward: {
    usage: "SECONDS",
    about: "Moves the clock of the player in memory forward: music goes on, slow servers answer.",
    run([seconds], { forward }) {
      const milliseconds = positive(Number(seconds)) * MS_PER_S;
      if (!forward) throw new UsageError("this player plays in real time");
      forward(milliseconds);
    },
  },
  events: {
    usage: "[on | off]",
    about:
      `Lists the last ${LISTED_EVENTS} events, or shows new events as they arrive (on) or not (off). Positions ` +
      "(playback:time…) are only listed.",
    complete: () => ["on", "off"],
    run([on], context) {
      if (on !== undefined) {
        context.shown.events = on === true;
        return;
      }
      const { events } = context.session;
      if (events.length === 0) context.print("  no events yet");
      context.showEvents(events.slice(-LISTED_EVENTS));
    },
  },
  actions: showCommand("actions", "native actions with the player's answers"),
  wire: showCommand("wire", "all messages on the pipes"),
  record: {
    usage: "[FILE]",
    about: "Writes everything on the pipes, from the start of this bridge to its end, to a fixture for " +
      "deno task replay. The file is written at :restart or at the end.",
    async run([name], context) {
      const { session } = context;
      if (name === undefined) {
        const to = session.recordTo;
        return context.print(to === undefined ? "  not recording" : `  recording to ${plainText(to)}`);
      }
      const file = String(name);
      await checkFile(file);
      session.record(file);
      context.print(`  ${dim(`${plainText(file)} is written when the bridge ends`)}`);
    },
  },
  restart: {
    usage: "",
    about: "Shuts the bridge down, writes its recording and starts a new bridge; the player keeps running.",
    async run(_words, context, signal) {
      try {
        await context.session.restart(signal);
      } catch (error) {
        signal.throwIfAborted();
        throw new UsageError(`the new bridge does not start: ${plainText(messageOf(error))}`);
      }
      context.print(`  ${green("✓")} a new bridge runs`);
    },
  },
  wait: {
    usage: "EVENT [SECONDS]",
    about:
      `Waits for an event that arrived since the last line or arrives within ${DEFAULT_WAIT_S} seconds: for scripts.`,
    complete: () => Object.keys(api["x-events"] ?? {}),
    async run([name, given = DEFAULT_WAIT_S], context, signal) {
      const event = String(name);
      checkEvent(event);
      const seconds = positive(Number(given));
      const timeout = AbortSignal.timeout(seconds * MS_PER_S);
      try {
        context.noteEvent(await context.session.nextEvent(event, AbortSignal.any([signal, timeout])));
      } catch (error) {
        if (!timeout.aborted) throw error;
        throw new UsageError(`${event} did not arrive within ${seconds} s`);
      }
    },
  },
  expect: {
    usage: "TEXT",
    about: "Checks that what the last line showed contains a text: for scripts.",
    isCheck: true,
    run([given], { output }) {
      const text = oneLine(String(given));
      if (!output.includes(text)) throw new UsageError(`not shown: ${plainText(text)}`);
    },
  },
  refused: {
    usage: "TEXT",
    about: "Checks that the last call was refused and that the reason begins with a text: for scripts.",
    isCheck: true,
    run([text], context) {
      const { refusal } = context;
      if (refusal === undefined) throw new UsageError("the last call was not refused");
      if (!refusal.startsWith(String(text))) {
        throw new UsageError(`the last call was refused for another reason: ${plainText(refusal)}`);
      }
      context.acceptRefusal();
    },
  },
  quit: {
    alias: "exit",
    usage: "",
    about: "Shuts the bridge down, then ends the player, as :exit does.",
    run: (_words, context) => context.quit(),
  },
};

/** Refuses an event that neither the bridge nor a plugin can have: a built-in prefix is taken for a typing error. */
function checkEvent(name: string): void {
  const known = Object.keys(api["x-events"] ?? {});
  const [prefix, rest] = name.split(":", 2);
  if (known.includes(name)) return;
  if (rest !== undefined && !allEvents.some(({ name }) => name.startsWith(`${prefix}:`))) return;
  throw new UsageError(
    `there is no event ${JSON.stringify(name)}; there are ${known.join(", ")}${didYouMean(name, known)}`,
  );
}

/** Finds problems with the file now: at the end the recording would be lost. */
async function checkFile(file: string): Promise<void> {
  try {
    await Deno.lstat(typedPath(file));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) {
      throw new UsageError(`${plainText(file)}: ${messageOf(error)}`);
    }
    const folder = file.replace(/[^/\\]*$/u, "");
    const isFolder = folder === "" ||
      await Deno.stat(typedPath(folder)).then(({ isDirectory }) => isDirectory, () => false);
    if (!isFolder) throw new UsageError(`there is no folder ${plainText(folder)}`);
    return;
  }
  throw new UsageError(`${plainText(file)} exists, and a recording overwrites nothing: name another file`);
}
