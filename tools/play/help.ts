/** What `:help` prints. */

import { bold, cyan, dim, yellow } from "@std/fmt/colors";
import { didYouMean } from "../../limits/names.ts";
import type { Method } from "../docs/open_rpc.ts";
import { typeText, withoutNull } from "../docs/type_text.ts";
import { UsageError } from "../support/options.ts";
import { api, methods, namespaces } from "./api.ts";
import type { Command, CommandContext } from "./command.ts";
import { wrapped } from "./show.ts";

type Commands = Readonly<Record<string, Command>>;

/** The head of a command, and its sentence in lines. */
export function commandHelp(name: string, { usage, about }: Command, width: number): [string, ...string[]] {
  return [`:${name} ${usage}`.trimEnd(), ...wrapped(about, width - 6)];
}

/**
 * The lines about a name, or the overview.
 *
 * @throws {UsageError} When there is nothing of that name.
 */
export function helpText(given: string | undefined, commands: Commands, context: CommandContext): string[] {
  if (given === undefined) return overview(commands, context.width);
  const name = given.replace(/^:|\.$/gu, "");
  const method = methods.get(name);
  if (method) return aboutMethod(method, context);
  const lines = Object.entries(commands).filter(([key, { alias }]) => key === name || alias === name)
    .map(([key, { usage, about }]) => `${cyan(`:${key} ${usage}`.trimEnd())}  ${about}`);
  for (const each of methods.values()) {
    if (!each.name.startsWith(`${name}.`)) continue;
    lines.push(`  ${cyan(each.name)}  ${each.summary}${unsupportedText(each.name, context)}`);
  }
  if (lines.length > 0) return lines;
  throw new UsageError(
    `there is no operation, namespace or command ${JSON.stringify(name)}; :help lists them${
      didYouMean(name, [...methods.keys(), ...Object.keys(commands)])
    }`,
  );
}

function overview(commands: Commands, width: number): string[] {
  return [
    bold("Operations"),
    `  ${cyan("queue.add {tracks: [1, 2]}")} calls one, with its parameters in JSON or JSON5. ` +
    "A trailing & does not wait for the answer.",
    `  ${dim("Tab completes names and parameters, the arrow keys recall lines, # begins a comment.")}`,
    ...wrapped(namespaces.join(", "), width - 4).map((line) => `  ${line}`),
    bold("Commands"),
    ...Object.entries(commands).flatMap(([name, command]) => {
      const [head, ...about] = commandHelp(name, command, width);
      return [`  ${cyan(head)}`, ...about.map((line) => `      ${dim(line)}`)];
    }),
    bold("Keys"),
    "  Ctrl-C stops waiting, clears the line, or ends the prompt. Ctrl-D, exit and quit end it.",
  ];
}

function unsupportedText(name: string, { session }: CommandContext): string {
  return session.unsupported.has(name) ? yellow(" Not supported by this player.") : "";
}

function aboutMethod(method: Method, context: CommandContext): string[] {
  const { name, summary, params, result, errors = [] } = method;
  const { "x-failures": failures = [], "x-events": events = [] } = method;
  const indented = (lines: readonly string[]) => lines.map((line) => `    ${line}`);
  const texts = errors.flatMap(({ $ref }) => api.components.errors[$ref.split("/").at(-1) ?? ""] ?? []);
  return [
    `${bold(cyan(name))}  ${summary}${unsupportedText(name, context)}`,
    ...params.length === 0 ? ["  no parameters"] : [],
    ...params.flatMap(({ name, description = "", required = false, schema }) => [
      `  ${cyan(name)}: ${typeText(withoutNull(schema)).replace(/\s+/gu, " ")}  ${
        dim(
          required
            ? "required"
            : schema.default === undefined
            ? "optional"
            : `${JSON.stringify(schema.default)} when left out`,
        )
      }`,
      ...description === ""
        ? []
        : wrapped(description, context.width - 6).map((line) => `      ${dim(line)}`),
    ]),
    "  result",
    ...indented(typeText(result?.schema ?? {}).split("\n")),
    ...failures.length === 0 ? [] : ["  texts of error", ...indented(failures)],
    "  errors of the protocol",
    ...indented(
      wrapped(texts.map(({ code, message }) => `${code} ${message}`).join(", "), context.width - 4),
    ),
    ...events.length === 0 ? [] : ["  events"],
    ...events.map((event) => `    ${cyan(event)}  ${api["x-events"]?.[event]?.summary ?? ""}`),
  ];
}
