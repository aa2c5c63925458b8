/**
 * Completes a line at the prompt.
 *
 * @module
 */

import { commands } from "./commands.ts";
import { completeParams, type Completion } from "./complete_params.ts";
import type { Desk } from "./desk.ts";

/**
 * Completes a line.
 *
 * @param line The line up to the cursor.
 * @param desk What there is.
 * @returns What the last part of it may be, and that part, as node:readline takes it.
 */
export function complete(line: string, desk: Desk): Completion {
  const text = line.trimStart();
  const [, name, params] = /^([^\s:{]+)(?:\s+(?=\S)|\s+$|(?=\{))(.*)$/su.exec(text) ?? [];
  if (name !== undefined && params !== undefined) return completeParams(desk.api, name, params);
  if (!text.startsWith(":")) return completeName(text, desk);
  const [, command, rest] = /^:(\S+)\s+(.*)$/su.exec(text) ?? [];
  if (command === undefined || rest === undefined) {
    return [commands.map(({ name }) => `:${name} `).filter((each) => each.startsWith(text)), text];
  }
  const words = rest.split(/\s+/u);
  const fragment = words.pop() ?? "";
  const found = commands.find((each) => each.name === command)?.complete?.(words, desk) ?? [];
  return [[...found].filter((word) => word.startsWith(fragment)), fragment];
}

function completeName(text: string, { api }: Desk): Completion {
  const names = [...api.methods.values()].map(({ name, params }) => params.length > 0 ? `${name} ` : name);
  const found = names.filter((name) => name.startsWith(text));
  // All at once they would fill the screen: first what they begin with.
  const choices = text.includes(".")
    ? found
    : api.namespaces.filter((namespace) => namespace.startsWith(text));
  return [choices, text];
}
