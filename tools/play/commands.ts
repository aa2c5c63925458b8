/** The commands of the prompt. */

import { bold, cyan, dim, yellow } from "@std/fmt/colors";
import { allEvents } from "../../handlers/all.ts";
import { type SignalInput, signals } from "../../host_stdio/api/signals.ts";
import { checkValue } from "../../host_stdio/schema_check.ts";
import { didYouMean } from "../../limits/names.ts";
import { plainText } from "../../limits/unicode.ts";
import { typeText, withoutNull } from "../docs/type_text.ts";
import { UsageError } from "../support/options.ts";
import { typedPath } from "../typed_path.ts";
import { readParams } from "./line.ts";
import { api, type Command, methods, oneLine, type Prompt } from "./prompt.ts";
import { menuCommand, playerCommand } from "./user_commands.ts";

const DEFAULT_WAIT_S = 10;
const MS_PER_S = 1000;
/** The name that `:panel` takes for calls without a panel. */
const NO_PANEL = "-";

/** The namespaces. */
export const namespaces: readonly string[] = [
  ...new Set([...methods.keys()].map((name) => name.slice(0, name.indexOf(".")))),
];

/** A command that shows something as it happens, or stops showing it. */
function showCommand(what: keyof Prompt["shown"], about: string): Command {
  return {
    usage: "on | off",
    about: `Shows ${about}, or stops showing them.`,
    choices: () => ["on", "off"],
    run: ({ shown }, [on]) => void (shown[what] = on === true),
  };
}

function positive(seconds: unknown): number {
  if (Number(seconds) > 0) return Number(seconds);
  throw new UsageError(`the number of seconds must be above 0, not ${seconds}`);
}

/** All commands, in the order of help. */
export const commands: Readonly<Record<string, Command>> = {
  help: {
    usage: "[NAME]",
    about: "Lists operations and commands, or describes an operation, a namespace or a command.",
    choices: () => [...methods.keys(), ...namespaces, ...Object.keys(commands)],
    run: (prompt, [name]) => prompt.print(...name === undefined ? overview() : helpFor(String(name), prompt)),
  },
  panel: {
    usage: "[NAME]",
    about: `Sets the calling panel, ${NO_PANEL} for the player itself, or prints it.`,
    choices: ({ player }) => [...Object.keys(player.facts.panels), NO_PANEL],
    run(prompt, [name]) {
      if (name !== undefined) prompt.panel = name === NO_PANEL ? undefined : String(name);
      else prompt.print(`  ${plainText(prompt.panel ?? "the player itself")}`);
    },
  },
  menu: menuCommand,
  player: playerCommand,
  signal: {
    usage: "SIGNAL {…}",
    words: "SIGNAL [TEXT]",
    about: "Sends a signal to the bridge, as the player does when something happens in it.",
    choices: () => Object.keys(signals),
    run({ bridge }, [given, text]) {
      const name = known("signal", String(given), Object.keys(signals)) as keyof typeof signals;
      const params = text === undefined ? {} : readParams(String(text));
      const { misfit } = checkValue(signals[name].params, params);
      if (misfit) {
        throw new UsageError(
          `${name} does not fit its schema, ${misfit.place || "as a whole"}: ${misfit.problem}`,
        );
      }
      // The schema has just accepted it.
      bridge.signal({ name, params } as SignalInput);
    },
  },
  forward: {
    usage: "SECONDS",
    about: "Moves the clock of the player in memory forward: music goes on, slow servers answer.",
    run({ forward }, [seconds]) {
      const milliseconds = positive(seconds) * MS_PER_S;
      if (!forward) throw new UsageError("this player plays in real time");
      forward(milliseconds);
    },
  },
  events: showCommand("events", "events (positions excepted)"),
  actions: showCommand("actions", "native actions with the player's answers"),
  wire: showCommand("wire", "all messages on the pipes"),
  record: {
    usage: "FILE",
    about: "Writes everything on the pipes, from the start to the end, to a fixture for deno task replay.",
    async run(prompt, [file]) {
      const path = typedPath(String(file));
      try {
        await Deno.writeTextFile(path, "", { createNew: true });
      } catch (error) {
        const exists = error instanceof Deno.errors.AlreadyExists;
        throw new UsageError(exists ? `${file} exists; name another file` : plainText(String(error)));
      }
      prompt.recordTo = path;
      prompt.note(`${file} is written at the end`);
    },
  },
  wait: {
    usage: "EVENT [SECONDS]",
    about:
      `Waits for an event that arrived since the last line or arrives within ${DEFAULT_WAIT_S} seconds: for scripts.`,
    isCheck: true,
    choices: () => Object.keys(api["x-events"] ?? {}),
    async run(prompt, [name, given = DEFAULT_WAIT_S], signal) {
      const event = String(name);
      const isPlugins = event.includes(":") &&
        !allEvents.some(({ name }) => name.split(":", 1)[0] === event.split(":", 1)[0]);
      if (!isPlugins) known("event", event, Object.keys(api["x-events"] ?? {}));
      const seconds = positive(given);
      const timeout = AbortSignal.timeout(seconds * MS_PER_S);
      try {
        await prompt.hasEvents([event], AbortSignal.any([signal, timeout]));
      } catch (error) {
        if (!timeout.aborted) throw error;
        throw new UsageError(`${event} did not arrive within ${seconds} s`);
      }
      prompt.forgetEvents(event);
    },
  },
  expect: {
    usage: "TEXT",
    about: "Checks that what was shown since the last line contains a text: for scripts.",
    isCheck: true,
    run({ output }, [given]) {
      const text = oneLine(String(given));
      if (!output.includes(text)) throw new UsageError(`not shown: ${plainText(text)}`);
    },
  },
  refused: {
    usage: "TEXT",
    about: "Checks that the last call was refused and that the reason begins with a text: for scripts.",
    isCheck: true,
    run(prompt, [text]) {
      const { refusal } = prompt;
      if (refusal === undefined) throw new UsageError("the last call was not refused");
      if (!refusal.startsWith(String(text))) {
        throw new UsageError(`the last call was refused for another reason: ${plainText(refusal)}`);
      }
      prompt.acceptRefusal();
    },
  },
  quit: {
    usage: "",
    about: "Shuts the bridge down, then ends the player, as exit does.",
    run: (prompt) => prompt.quit(),
  },
};

/** Returns a name that is one of some. */
function known(what: string, name: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  throw new UsageError(
    `there is no ${what} ${JSON.stringify(name)}; there are ${names.join(", ")}${didYouMean(name, names)}`,
  );
}

/** A command in help: its usage and its sentence. */
function commandHelp([name, { usage, about }]: readonly [string, Command]): string[] {
  const lines = about.match(/.{1,92}( |$)/g) ?? [];
  return [`  ${cyan(`:${name} ${usage}`.trimEnd())}`, ...lines.map((line) => `      ${dim(line.trimEnd())}`)];
}

/** What help says of all commands. */
export function commandsHelp(): string[] {
  return Object.entries(commands).flatMap(commandHelp);
}

function overview(): string[] {
  return [
    bold("Operations"),
    `  ${cyan("queue.add {tracks: [1, 2]}")} calls one, with its parameters in JSON or JSON5.`,
    `  ${dim("Tab completes names and parameters, the arrow keys recall lines, # begins a comment.")}`,
    `  ${namespaces.join(", ")}`,
    bold("Commands"),
    ...commandsHelp(),
    bold("Keys"),
    "  Ctrl-C stops waiting, clears the line, or ends the prompt. Ctrl-D, exit and quit end it.",
  ];
}

/**
 * The lines about a name.
 *
 * @throws {UsageError} When there is nothing of that name.
 */
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
  throw new UsageError(
    `there is no operation, namespace or command ${JSON.stringify(name)}; help lists them${hint}`,
  );
}
