/**
 * The commands of the prompt.
 *
 * @module
 */

import { dim, green } from "@std/fmt/colors";
import { allEvents } from "../../handlers/all.ts";
import { type SignalInput, signals } from "../../host_stdio/api/signals.ts";
import { didYouMean } from "../../limits/names.ts";
import { plainText } from "../../limits/unicode.ts";
import { UsageError } from "../support/options.ts";
import { typedPath } from "../typed_path.ts";
import { type Command, messageOf } from "./command.ts";
import { oneLine } from "./display.ts";
import { helpCommand } from "./help.ts";
import { readParams } from "./line.ts";
import { menuCommand, playerCommand } from "./player_commands.ts";
import { misfitOf } from "./result_check.ts";

const LISTED_EVENTS = 20;
const DEFAULT_WAIT_S = 10;
const MS_PER_S = 1000;
/** The name that `:panel` takes for calls without a panel. */
const NO_PANEL = "-";

const eventsCommand: Command = {
  name: "events",
  usage: "[on | off]",
  about:
    `Lists the last ${LISTED_EVENTS} events, or shows new events as they arrive (on) or not (off). Positions (playback:time…) are only listed.`,
  complete: (before) => before.length === 0 ? ["on", "off"] : [],
  run(words, context) {
    if (!words.done) {
      const on = words.onOrOff();
      words.end();
      context.shown.events = on;
      return;
    }
    const { events } = context.session;
    if (events.length === 0) context.print("  no events yet");
    context.showEvents(events.slice(-LISTED_EVENTS));
  },
};

const actionsCommand: Command = {
  name: "actions",
  usage: "on | off",
  about: "Shows native actions with the player's answers, or stops showing them.",
  complete: (before) => before.length === 0 ? ["on", "off"] : [],
  run(words, { shown }) {
    const on = words.onOrOff();
    words.end();
    shown.actions = on;
  },
};

const wireCommand: Command = {
  name: "wire",
  usage: "on | off",
  about: "Shows every message on the pipes, or stops showing them.",
  complete: (before) => before.length === 0 ? ["on", "off"] : [],
  run(words, { shown }) {
    const on = words.onOrOff();
    words.end();
    shown.wire = on;
  },
};

const panelCommand: Command = {
  name: "panel",
  usage: `[NAME | ${NO_PANEL}]`,
  about: `Sets the calling panel, ${NO_PANEL} for the player itself, or prints it.`,
  complete: (before, { session }) =>
    before.length === 0 ? [...Object.keys(session.player.facts.panels), NO_PANEL] : [],
  run(words, context) {
    if (words.done) {
      return context.print(
        `  ${context.panel === undefined ? "the player itself" : plainText(context.panel)}`,
      );
    }
    const name = words.text("the panel");
    context.panel = name === NO_PANEL ? undefined : name;
  },
};

const signalCommand: Command = {
  name: "signal",
  usage: "NAME {…}",
  about: "Sends a signal to the bridge, as the player does when something happens in it.",
  complete: (before) => before.length === 0 ? Object.keys(signals) : [],
  run(words, context) {
    const name = words.word("the signal");
    const signal = Object.hasOwn(signals, name) ? signals[name as keyof typeof signals] : undefined;
    if (!signal) {
      const known = Object.keys(signals);
      throw new UsageError(
        `there is no signal ${JSON.stringify(name)}; there are ${known.join(", ")}${didYouMean(name, known)}`,
      );
    }
    const params = words.done ? {} : readParams(words.text("the parameters"), 0);
    const misfit = misfitOf(signal.params, params);
    if (misfit !== undefined) throw new UsageError(`${name} does not fit its schema, ${misfit}`);
    // The schema has just accepted it.
    context.session.bridge.signal({ name, params } as SignalInput);
  },
};

const recordCommand: Command = {
  name: "record",
  usage: "[FILE]",
  about: "Writes everything on the pipes, from the start of this bridge to its end, to a fixture for " +
    "deno task replay. The file is written at :restart or at the end.",
  async run(words, context) {
    const { session } = context;
    if (words.done) {
      return context.print(
        session.recordTo === undefined ? "  not recording" : `  recording to ${plainText(session.recordTo)}`,
      );
    }
    const file = words.text("the file");
    await checkFile(file);
    session.record(file);
    context.print(`  ${dim(`${plainText(file)} is written when the bridge ends`)}`);
  },
};

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

const restartCommand: Command = {
  name: "restart",
  usage: "",
  about: "Shuts the bridge down, writes its recording and starts a new bridge; the player keeps running.",
  async run(words, context, signal) {
    words.end();
    try {
      await context.session.restart(signal);
    } catch (error) {
      signal.throwIfAborted();
      throw new UsageError(`the new bridge does not start: ${plainText(messageOf(error))}`);
    }
    context.print(`  ${green("✓")} a new bridge runs`);
  },
};

const waitCommand: Command = {
  name: "wait",
  usage: "EVENT [SECONDS]",
  about:
    `Waits for an event that arrived since the last line or arrives within ${DEFAULT_WAIT_S} seconds: for scripts.`,
  complete: (before, { api }) => before.length === 0 ? api.events.keys() : [],
  async run(words, context, signal) {
    const event = words.word("the event");
    if (!context.api.events.has(event) && !isPluginEvent(event)) {
      const known = [...context.api.events.keys()];
      throw new UsageError(
        `there is no event ${JSON.stringify(event)}; there are ${known.join(", ")}${
          didYouMean(event, known)
        }`,
      );
    }
    const seconds = words.done ? DEFAULT_WAIT_S : words.number("the number of seconds");
    words.end();
    if (seconds <= 0) throw new UsageError(`the number of seconds must be above 0, not ${seconds}`);
    const timeout = new AbortController();
    const timer = setTimeout(() => timeout.abort(), seconds * MS_PER_S);
    try {
      context.noteEvent(
        await context.session.nextEvent(event, AbortSignal.any([signal, timeout.signal])),
      );
    } catch (error) {
      if (!timeout.signal.aborted) throw error;
      throw new UsageError(`${event} did not arrive within ${seconds} s`);
    } finally {
      clearTimeout(timer);
    }
  },
};

/** Whether a plugin can have an event of that name. A name with the prefix of a built-in event is taken for a typing error. */
function isPluginEvent(name: string): boolean {
  const [prefix, rest] = name.split(":", 2);
  return rest !== undefined && !allEvents.some(({ name }) => name.startsWith(`${prefix}:`));
}

const expectCommand: Command = {
  name: "expect",
  usage: "TEXT",
  about: "Checks that what the last line showed contains a text: for scripts.",
  isCheck: true,
  run(words, { output }) {
    const text = oneLine(words.text("the text"));
    if (!output.includes(text)) throw new UsageError(`not shown: ${plainText(text)}`);
  },
};

const refusedCommand: Command = {
  name: "refused",
  usage: "TEXT",
  about: "Checks that the last call was refused and that the reason begins with a text: for scripts.",
  isCheck: true,
  run(words, context) {
    const text = words.text("the reason");
    const { refusal } = context;
    if (refusal === undefined) throw new UsageError("the last call was not refused");
    if (!refusal.startsWith(text)) {
      throw new UsageError(`the last call was refused for another reason: ${plainText(refusal)}`);
    }
    context.acceptRefusal();
  },
};

const forwardCommand: Command = {
  name: "forward",
  usage: "SECONDS",
  about: "Moves the clock of the player in memory forward: music goes on, slow servers answer.",
  run(words, { forward }) {
    const seconds = words.number("the number of seconds");
    words.end();
    if (seconds <= 0) throw new UsageError(`the number of seconds must be above 0, not ${seconds}`);
    if (!forward) throw new UsageError("this player plays in real time");
    forward(seconds * MS_PER_S);
  },
};

const quitCommand: Command = {
  name: "quit",
  alias: "exit",
  usage: "",
  about: "Shuts the bridge down, then ends the player, as :exit does.",
  run(words, context) {
    words.end();
    context.quit();
  },
};

/** All commands, in the order of help. */
export const commands: readonly Command[] = [
  helpCommand(() => commands),
  panelCommand,
  menuCommand,
  playerCommand,
  signalCommand,
  forwardCommand,
  eventsCommand,
  actionsCommand,
  wireCommand,
  recordCommand,
  restartCommand,
  waitCommand,
  expectCommand,
  refusedCommand,
  quitCommand,
];
