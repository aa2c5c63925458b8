/** The commands of the prompt. */

import { cyan, dim, stripAnsiCode, yellow } from "@std/fmt/colors";
import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { didYouMean } from "../../limits/names.ts";
import { plainText } from "../../limits/unicode.ts";
import { playbackOrders } from "../../players/model/playback_order.ts";
import type { PlayerFacts, PlayerUser } from "../../players/model/player.ts";
import { typeText, withoutNull } from "../docs/type_text.ts";
import { UsageError } from "../support/options.ts";
import { typedPath } from "../typed_path.ts";
import { api, methods, oneLine, readArguments } from "./line.ts";
import type { Command, Prompt } from "./prompt.ts";

/** How long `:wait` waits by default, in seconds. */
const WAIT_S = 10;

export const namespaces: readonly string[] = [
  ...new Set([...methods.keys()].map((name) => name.slice(0, name.indexOf(".")))),
];
const eventNames = Object.keys(api["x-events"] ?? {});

/** Reads a number of seconds; returns milliseconds. */
function readSeconds(text: string): number {
  if (Number(text) > 0) return Number(text) * 1000;
  throw new UsageError(`the number of seconds must be above 0, not ${JSON.stringify(text)}`);
}

/** All commands, in the order of help. */
export const commands: Readonly<Record<string, Command>> = {
  help: {
    usage: "[NAME]",
    about: "Lists operations and commands, or describes an operation, a namespace or a command.",
    choices: () => [...methods.keys(), ...namespaces, ...Object.keys(commands)],
    run(prompt, name) {
      if (name !== "") prompt.print(...helpFor(name, prompt));
      else prompt.print(...overview(), `  Namespaces of operations: ${namespaces.join(", ")}.`);
    },
  },
  panel: {
    usage: "[NAME]",
    about: "Sets the calling panel, - for the player itself, or prints it.",
    choices: ({ player }) => [...Object.keys(player.facts.panels), "-"],
    run(prompt, name) {
      if (name !== "") prompt.panel = name === "-" ? undefined : name;
      else prompt.print(`  ${plainText(prompt.panel ?? "the player itself")}`);
    },
  },
  player: {
    usage: "[METHOD [ARGUMENT, …]]",
    about: "Prints the state of the player with its open menu, or does what its user does: a method of " +
      "PlayerUser (players/model/player.ts), such as play 0, 3 or setVolume {level: 0.5}.",
    choices: ({ player }) => methodsOf(player.user),
    async run(prompt, text, signal) {
      const { bridge, player: { facts, user } } = prompt;
      if (text === "") return prompt.inspect("", stateOf(facts));
      const [, given = "", rest = ""] = /^(\S+)\s*(.*)$/su.exec(text) ?? [];
      const name = known("method of the user", given, methodsOf(user)) as keyof PlayerUser;
      const args = readArguments(rest);
      const act = (user[name] as (...args: readonly unknown[]) => unknown).bind(user, ...args);
      const done = Promise.try(act).catch((error) => {
        throw new UsageError(`the player refuses: ${plainText(error.message)}`);
      });
      // The player may hang.
      if (await unlessAborted(done, signal) === false) {
        throw new UsageError("the player refuses: no menu is open, or not with such a row and value");
      }
      if (name === "closePanel") bridge.panelClosed(String(args[0]));
    },
  },
  forward: {
    usage: "SECONDS",
    about: "Moves the clock of the player in memory forward: music goes on, slow servers answer.",
    run({ options: { forward } }, text) {
      if (!forward) throw new UsageError("this player plays in real time");
      forward(readSeconds(text));
    },
  },
  actions: {
    usage: "",
    about: "Shows native actions with the player's answers, or stops showing them.",
    run: (prompt) => void (prompt.showsActions = !prompt.showsActions),
  },
  record: {
    usage: "FILE",
    about: "Writes everything on the pipes, from the start to the end, to a fixture for deno task replay.",
    async run(prompt, file) {
      const path = typedPath(file);
      await Deno.writeTextFile(path, "", { createNew: true }).catch((error) => {
        const exists = error instanceof Deno.errors.AlreadyExists;
        throw new UsageError(exists ? `${file} exists; name another file` : plainText(String(error)));
      });
      prompt.recordTo = path;
      prompt.note(`${file} is written at the end`);
    },
  },
  wait: {
    usage: "EVENT [SECONDS]",
    about:
      `Waits for an event that arrived since the last line or arrives within ${WAIT_S} seconds: for scripts.`,
    isCheck: true,
    choices: () => eventNames,
    async run(prompt, text, signal) {
      const [event = "", given = `${WAIT_S}`] = text.split(/\s+/u);
      const namespace = event.replace(/:.*/u, ":");
      // The events of plugins are unknown.
      const isOfPlugin = namespace.endsWith(":") && !eventNames.some((name) => name.startsWith(namespace));
      if (!isOfPlugin) known("event", event, eventNames);
      const timeout = AbortSignal.timeout(readSeconds(given));
      await prompt.hasEvent(event, AbortSignal.any([signal, timeout])).catch((error) => {
        throw timeout.aborted ? new UsageError(`${event} did not arrive within ${given} s`) : error;
      });
    },
  },
  expect: {
    usage: "TEXT",
    about: "Checks that what was shown since the last line contains a text: for scripts.",
    isCheck: true,
    run({ output }, text) {
      if (!oneLine(stripAnsiCode(output)).includes(oneLine(text))) {
        throw new UsageError(`not shown: ${plainText(text)}`);
      }
    },
  },
  refused: {
    usage: "TEXT",
    about: "Checks that the last call was refused and that the reason begins with a text: for scripts.",
    isCheck: true,
    run(prompt, text) {
      const { refusal } = prompt;
      if (refusal === undefined) throw new UsageError("the last call was not refused");
      if (!refusal.startsWith(text)) {
        throw new UsageError(`the last call was refused for another reason: ${plainText(refusal)}`);
      }
      // An unknown operation is a fault unless it is expected.
      const fault = prompt.faults.lastIndexOf(refusal);
      if (fault >= 0) prompt.faults.splice(fault, 1);
      prompt.refusal = undefined;
      prompt.unexpected--;
    },
  },
  quit: {
    usage: "",
    about: "Shuts the bridge down, then ends the player, as exit does.",
    run: (prompt) => prompt.quit(),
  },
};

/** Returns a name that is one of some. */
export function known(what: string, name: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  throw new UsageError(
    `there is no ${what} ${JSON.stringify(name)}; there are ${names.join(", ")}${didYouMean(name, names)}`,
  );
}

/** The names of the methods of a player's user. */
function methodsOf(user: PlayerUser): string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(user)).filter((name) => name !== "constructor");
}

function stateOf(facts: PlayerFacts): Readonly<Record<string, unknown>> {
  const { queue, selection, playlists, activePlaylist } = facts;
  const { handle, position = 0, length, paused } = facts.nowPlaying ?? {};
  return {
    playing: handle ? { ...handle, position: Number(position.toFixed(1)), length, paused } : null,
    order: playbackOrders[facts.playbackOrder],
    queue: queue.map(({ handle }) => handle.path),
    selection,
    activePlaylist,
    playlists: playlists.map(({ name, count, lock }) => ({ name, count, lock })),
    menu: facts.overlay?.items ?? facts.contextMenu ?? null,
  };
}

/** A command in help: its usage and its sentence. */
function commandHelp([name, { usage, about }]: readonly [string, Command]): string[] {
  const lines = about.match(/.{1,92}( |$)/g) ?? [];
  return [`  ${cyan(`:${name} ${usage}`.trimEnd())}`, ...lines.map((line) => `      ${dim(line.trimEnd())}`)];
}

/** What help says of all lines. */
export function overview(): string[] {
  return [
    `  ${cyan("queue.add {tracks: [1, 2]}")} calls an operation, with its parameters in JSON or JSON5.`,
    `  ${cyan("signal.queueChanged")} sends a signal, as the player does when something happens in it.`,
    ...Object.entries(commands).flatMap(commandHelp),
    `  ${dim("Tab completes names and parameters; the arrow keys recall earlier lines.")}`,
    `  ${dim("Ctrl-C stops waiting, clears the line, or ends the prompt; Ctrl-D, exit and quit end it.")}`,
  ];
}

function helpFor(given: string, { unsupported }: Prompt): string[] {
  const name = given.replace(/^:|\.$/gu, "");
  const about = ({ name, summary }: { readonly name: string; readonly summary: string }): string =>
    `  ${cyan(name)}  ${summary}${unsupported.has(name) ? yellow(" Not supported by this player.") : ""}`;
  const method = methods.get(name);
  if (method) {
    const { params, result, "x-failures": failures = [], "x-events": events = [] } = method;
    return [
      about(method),
      ...params.map(({ name, description = "", required = false, schema }) => {
        const type = oneLine(typeText(withoutNull(schema)));
        return `    ${cyan(name)}: ${type}${required ? ", required" : ""}  ${dim(description)}`;
      }),
      `    result ${typeText(result?.schema ?? {}, "    ")}`,
      ...failures.map((text) => `    error ${text}`),
      ...events.map((event) => `    event ${event}`),
    ];
  }
  const lines = [
    ...Object.entries(commands).filter(([key]) => key === name).flatMap(commandHelp),
    ...[...methods.values()].filter((each) => each.name.startsWith(`${name}.`)).map(about),
  ];
  if (lines.length > 0) return lines;
  const hint = didYouMean(name, [...methods.keys(), ...Object.keys(commands)]);
  const kinds = "operation, namespace or command";
  throw new UsageError(`there is no ${kinds} ${JSON.stringify(name)}; help lists them${hint}`);
}
