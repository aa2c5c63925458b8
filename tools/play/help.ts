import { bold, cyan, dim, yellow } from "@std/fmt/colors";
import { didYouMean } from "../../limits/names.ts";
import type { ContentDescriptor, Method } from "../docs/open_rpc.ts";
import { typeText, withoutNull } from "../docs/type_text.ts";
import { UsageError } from "../support/options.ts";
import type { Api } from "./api.ts";
import type { Command, CommandContext } from "./command.ts";
import { wrapped } from "./display.ts";
import { playerVerbs } from "./player_commands.ts";

/** Marks an operation that needs a native action which the player lacks. */
const UNSUPPORTED = "Not supported by this player.";

/**
 * Creates `:help`.
 *
 * @param commands Returns all commands, `:help` included.
 */
export function helpCommand(commands: () => readonly Command[]): Command {
  return {
    name: "help",
    usage: "[COMMAND | NAMESPACE | OPERATION]",
    about:
      "Lists operations and commands, or prints the parameters, defaults, result, errors and events of " +
      "an operation.",
    complete(before, { api }) {
      if (before.length > 0) return [];
      const namespaces = api.namespaces.map((namespace) => namespace.slice(0, -1));
      return [...api.methods.keys(), ...namespaces, ...commands().map(({ name }) => name)];
    },
    run(words, context) {
      if (words.done) return context.print(...overview(commands(), context));
      const name = words.word("a name").replace(/^:|\.$/gu, "");
      words.end();
      context.print(...about(name, commands(), context));
    },
  };
}

function overview(commands: readonly Command[], { api, width }: CommandContext): string[] {
  const heads = commands.map(({ name, usage }) => `:${name} ${usage}`.trimEnd());
  return [
    bold("Operations"),
    `  ${
      cyan("queue.add {tracks: [1, 2]}")
    } calls one, with its parameters in JSON or JSON5. A trailing & does not wait for the answer.`,
    `  ${
      dim("Tab completes names and parameters, the arrow keys recall earlier lines, # begins a comment.")
    }`,
    ...wrapped(api.namespaces.map((namespace) => namespace.slice(0, -1)).join(", "), width - 4).map((line) =>
      `  ${line}`
    ),
    bold("Commands"),
    ...commands.flatMap(({ about }, index) => [
      `  ${cyan(heads[index] ?? "")}`,
      ...wrapped(about, width - 6).map((line) => `      ${dim(line)}`),
    ]),
    bold("Keys"),
    "  Ctrl-C stops waiting, clears the line, or ends the prompt. Ctrl-D, exit and quit end it.",
  ];
}

function about(name: string, commands: readonly Command[], context: CommandContext): string[] {
  const { api, session: { unsupported } } = context;
  const method = api.methods.get(name);
  if (method) return aboutMethod(method, context);
  const operations = [...api.methods.values()].filter((each) => each.name.startsWith(`${name}.`));
  const command = commands.find((each) => each.name === name || each.alias === name);
  const lines = command
    ? [
      `${cyan(`:${command.name} ${command.usage}`.trimEnd())}  ${command.about}`,
      ...name === "player" ? playerVerbs(context).map((line) => `  ${line}`) : [],
    ]
    : [];
  if (operations.length > 0) {
    const longest = Math.max(...operations.map((each) => each.name.length));
    for (const { name, summary } of operations) {
      const note = unsupported.has(name) ? yellow(` ${UNSUPPORTED}`) : "";
      lines.push(`  ${cyan(name.padEnd(longest))}  ${summary}${note}`);
    }
  }
  if (lines.length === 0) {
    const known = [...api.methods.keys(), ...commands.map((each) => each.name)];
    throw new UsageError(
      `there is no operation, namespace or command ${JSON.stringify(name)}; :help lists them${
        didYouMean(name, known)
      }`,
    );
  }
  return lines;
}

function aboutMethod(method: Method, { api, width, session }: CommandContext): string[] {
  const { name, summary, params, result, errors = [] } = method;
  const { "x-failures": failures = [], "x-events": events = [] } = method;
  const texts = errors.flatMap(({ $ref }) => api.errors.get($ref) ?? []);
  const indented = (text: string): string[] => text.split("\n").map((line) => `    ${line}`);
  return [
    `${bold(cyan(name))}  ${summary}`,
    ...session.unsupported.has(name) ? [yellow(`  ${UNSUPPORTED}`)] : [],
    ...params.length === 0 ? ["  no parameters"] : params.flatMap((param) => aboutParam(param, width)),
    "  result",
    ...indented(typeText(result?.schema ?? {})),
    ...failures.length === 0 ? [] : ["  texts of error", ...failures.map((text) => `    ${text}`)],
    "  errors of the protocol",
    ...wrapped(texts.map(({ code, message }) => `${code} ${message}`).join(", "), width - 4).flatMap(
      indented,
    ),
    ...events.length === 0 ? [] : ["  events", ...events.map((event) => eventText(event, api))],
  ];
}

function aboutParam(
  { name, description = "", required = false, schema }: ContentDescriptor,
  width: number,
): string[] {
  const type = typeText(withoutNull(schema)).replace(/\s+/gu, " ");
  const presence = required
    ? "required"
    : schema.default === undefined
    ? "optional"
    : `${JSON.stringify(schema.default)} when left out`;
  return [
    `  ${cyan(name)}: ${type}  ${dim(presence)}`,
    ...description === "" ? [] : wrapped(description, width - 6).map((line) => `      ${dim(line)}`),
  ];
}

function eventText(event: string, api: Api): string {
  return `    ${cyan(event)}  ${api.events.get(event) ?? ""}`;
}
