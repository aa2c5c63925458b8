/**
 * The commands of the prompt.
 *
 * @module
 */

import { dim, green } from "@std/fmt/colors";
import { didYouMean } from "../../text/names.ts";
import type { Command } from "./desk.ts";
import { helpCommand } from "./help.ts";
import { menuCommand } from "./menu_command.ts";
import { typedPath } from "../typed_path.ts";
import { plainText } from "../../text/unicode.ts";
import { playerCommand } from "./player_command.ts";
import { Misuse } from "./prompt_line.ts";

/** How many events `:events` lists. */
const LISTED_EVENTS = 20;
/** How long `:wait` waits when it is told nothing else, in seconds. */
const USUAL_WAIT_S = 10;
const MS_PER_S = 1000;
/** What stands for no panel. */
const NO_PANEL = "-";

const eventsCommand: Command = {
  name: "events",
  usage: "[on | off]",
  about: `Lists the last ${LISTED_EVENTS} events, or chooses whether events are shown as they come.`,
  complete: (before) => before.length === 0 ? ["on", "off"] : [],
  run(words, desk) {
    if (!words.done) {
      const on = words.onOrOff();
      words.end();
      desk.shown.events = on;
      return;
    }
    const { events } = desk.session;
    if (events.length === 0) desk.print("  no events so far");
    desk.showEvents(events.slice(-LISTED_EVENTS));
  },
};

const wireCommand: Command = {
  name: "wire",
  usage: "on | off",
  about: "Chooses whether every message that crosses the pipes is shown.",
  complete: (before) => before.length === 0 ? ["on", "off"] : [],
  run(words, desk) {
    const on = words.onOrOff();
    words.end();
    desk.shown.wire = on;
  },
};

const panelCommand: Command = {
  name: "panel",
  usage: `[NAME | ${NO_PANEL}]`,
  about: `Chooses the panel that calls, ${NO_PANEL} for the player itself, or tells which it is.`,
  complete: (before, { session }) =>
    before.length === 0 ? [...Object.keys(session.player.facts.panels), NO_PANEL] : [],
  run(words, desk) {
    if (words.done) {
      return desk.print(`  ${desk.panel === undefined ? "the player itself" : plainText(desk.panel)}`);
    }
    const name = words.text("the panel");
    desk.panel = name === NO_PANEL ? undefined : name;
  },
};

const recordCommand: Command = {
  name: "record",
  usage: "[FILE]",
  about:
    "Writes all that crosses the pipes of this bridge, from its start to its end, as a fixture for deno task " +
    "replay, when the bridge ends: at :restart, or at the end of all.",
  async run(words, desk) {
    const { session } = desk;
    if (words.done) {
      return desk.print(
        session.recordTo === undefined ? "  nothing is recorded" : `  to ${plainText(session.recordTo)}`,
      );
    }
    const file = words.text("the file");
    await checkFile(file);
    session.record(file);
    desk.print(`  ${dim(`what crosses the pipes goes to ${plainText(file)} when the bridge ends`)}`);
  },
};

/** A recording must not be lost at the end because of something that is wrong now. */
async function checkFile(file: string): Promise<void> {
  try {
    await Deno.lstat(typedPath(file));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw new Misuse(`${plainText(file)}: ${messageOf(error)}`);
    const folder = file.replace(/[^/\\]*$/u, "");
    const isFolder = folder === "" ||
      await Deno.stat(typedPath(folder)).then(({ isDirectory }) => isDirectory, () => false);
    if (!isFolder) throw new Misuse(`there is no folder ${plainText(folder)}`);
    return;
  }
  throw new Misuse(
    `${plainText(file)} is there already, and a recording overwrites nothing: name another file`,
  );
}

const restartCommand: Command = {
  name: "restart",
  usage: "",
  about:
    "Ends the bridge in good order, writes its recording, and starts a fresh one; the player stays as it is.",
  async run(words, desk) {
    words.end();
    try {
      await desk.session.restart();
    } catch (error) {
      throw new Misuse(`no fresh bridge could be started: ${plainText(messageOf(error))}`);
    }
    desk.print(`  ${green("✓")} a fresh bridge runs`);
  },
};

const waitCommand: Command = {
  name: "wait",
  usage: "EVENT [SECONDS]",
  about:
    `Waits until an event has come since the last line, for ${USUAL_WAIT_S} seconds at most: for scripts.`,
  complete: (before, { api }) => before.length === 0 ? api.events.keys() : [],
  async run(words, desk, signal) {
    const event = words.word("the event");
    if (!desk.api.events.has(event)) {
      const known = [...desk.api.events.keys()];
      throw new Misuse(
        `there is no event ${JSON.stringify(event)}; there are ${known.join(", ")}${
          didYouMean(event, known)
        }`,
      );
    }
    const seconds = words.done ? USUAL_WAIT_S : words.number("the number of seconds");
    words.end();
    if (seconds <= 0) throw new Misuse(`the number of seconds has to be above 0, not ${seconds}`);
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), seconds * MS_PER_S);
    try {
      await desk.session.nextEvent(event, AbortSignal.any([signal, patience.signal]));
    } catch (error) {
      if (!patience.signal.aborted) throw error;
      throw new Misuse(`${event} has not come within ${seconds} s`);
    } finally {
      clearTimeout(timer);
    }
  },
};

const quitCommand: Command = {
  name: "quit",
  alias: "exit",
  usage: "",
  about: "Ends everything, as :exit does: the bridge in good order, then the player.",
  run(words, desk) {
    words.end();
    desk.quit();
  },
};

/** Every command, in the order of help. */
export const commands: readonly Command[] = [
  helpCommand(() => commands),
  panelCommand,
  menuCommand,
  playerCommand,
  eventsCommand,
  wireCommand,
  recordCommand,
  restartCommand,
  waitCommand,
  quitCommand,
];

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
