/**
 * `:help`: what can be typed, from the definitions.
 *
 * @module
 */

import { bold, cyan, dim } from "@std/fmt/colors";
import { wrapped } from "../demo/short_text.ts";
import type { ContentDescriptor, Method } from "../docs/open_rpc.ts";
import { typeText, withoutNull } from "../docs/type_text.ts";
import { didYouMean } from "../../text/names.ts";
import type { Api } from "./api.ts";
import type { Command, Desk } from "./desk.ts";
import { playerVerbs } from "./player_command.ts";
import { Misuse } from "./prompt_line.ts";

/**
 * Makes `:help`.
 *
 * @param commands All commands, `:help` included, once they are there.
 * @returns The command.
 */
export function helpCommand(commands: () => readonly Command[]): Command {
  return {
    name: "help",
    usage: "[COMMAND | NAMESPACE | OPERATION]",
    about: "Tells what there is; of an operation its parameters, defaults, result, errors and events.",
    complete(before, { api }) {
      if (before.length > 0) return [];
      const namespaces = api.namespaces.map((namespace) => namespace.slice(0, -1));
      return [...api.methods.keys(), ...namespaces, ...commands().map(({ name }) => name)];
    },
    run(words, desk) {
      if (words.done) return desk.print(...overview(commands(), desk));
      const name = words.word("a name").replace(/^:|\.$/gu, "");
      words.end();
      desk.print(...about(name, commands(), desk));
    },
  };
}

function overview(commands: readonly Command[], { api, width }: Desk): string[] {
  const heads = commands.map(({ name, usage }) => `:${name} ${usage}`.trimEnd());
  return [
    bold("Operations"),
    `  ${
      cyan("queue.add {tracks: [1, 2]}")
    } calls one, with its parameters in JSON or JSON5; an & behind them does not wait.`,
    `  ${
      dim("Tab completes names and parameters; the arrow keys bring earlier lines back; # begins a comment.")
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
    "  Ctrl-C gives up waiting, clears the line, or ends; Ctrl-D, exit and quit end.",
  ];
}

function about(name: string, commands: readonly Command[], desk: Desk): string[] {
  const { api, width } = desk;
  const method = api.methods.get(name);
  if (method) return aboutMethod(method, api, width);
  const operations = [...api.methods.values()].filter((each) => each.name.startsWith(`${name}.`));
  const command = commands.find((each) => each.name === name || each.alias === name);
  const lines = command
    ? [
      `${cyan(`:${command.name} ${command.usage}`.trimEnd())}  ${command.about}`,
      ...name === "player" ? playerVerbs(desk).map((line) => `  ${line}`) : [],
    ]
    : [];
  if (operations.length > 0) {
    const longest = Math.max(...operations.map((each) => each.name.length));
    for (const each of operations) lines.push(`  ${cyan(each.name.padEnd(longest))}  ${each.summary}`);
  }
  if (lines.length === 0) {
    const known = [...api.methods.keys(), ...commands.map((each) => each.name)];
    throw new Misuse(
      `there is no operation, namespace or command ${JSON.stringify(name)}; :help lists them${
        didYouMean(name, known)
      }`,
    );
  }
  return lines;
}

function aboutMethod(method: Method, api: Api, width: number): string[] {
  const { name, summary, params, result, errors = [] } = method;
  const { "x-failures": failures = [], "x-events": events = [] } = method;
  const texts = errors.flatMap(({ $ref }) => api.errors.get($ref) ?? []);
  const indented = (text: string): string[] => text.split("\n").map((line) => `    ${line}`);
  return [
    `${bold(cyan(name))}  ${summary}`,
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
  const usual = required
    ? "required"
    : schema.default === undefined
    ? "optional"
    : `${JSON.stringify(schema.default)} when left out`;
  return [
    `  ${cyan(name)}: ${type}  ${dim(usual)}`,
    ...description === "" ? [] : wrapped(description, width - 6).map((line) => `      ${dim(line)}`),
  ];
}

function eventText(event: string, api: Api): string {
  return `    ${cyan(event)}  ${api.events.get(event) ?? ""}`;
}
