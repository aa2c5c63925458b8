/** Formats the report of a check as text. */

import { green, red, yellow } from "@std/fmt/colors";
import { plainText } from "../../limits/unicode.ts";
import type { Outcome, Report } from "./run.ts";

/** Maximum length of a message in the report, in characters. */
const MAX_MESSAGE = 400;

/** Formats the result of one rule: one line, and for a broken rule also the exchange and the sentence of the document. */
export function outcomeLines(outcome: Outcome): string {
  const { rule } = outcome;
  if (outcome.outcome === "passed") return `${green("ok")}        ${rule}\n`;
  if (outcome.outcome === "left out") return `${yellow("left out")}  ${rule}: ${shown(outcome.reason)}\n`;
  return `${red("FAILED")}    ${rule}\n` +
    `          ${shown(outcome.reason)}\n` +
    `          sent:     ${shown(outcome.sent)}\n` +
    `          came:     ${shown(outcome.came)}\n` +
    `          document: ${outcome.says}\n`;
}

/** Formats the last lines: the counts, and the parts of the user's state that were not restored. */
export function summary({ player, rules, notRestored }: Report): string {
  const count = (outcome: Outcome["outcome"], one: string, other: string): string => {
    const { length } = rules.filter((rule) => rule.outcome === outcome);
    return `${length} ${length === 1 ? one : other}`;
  };
  const who = player
    ? `${player.name} ${player.version}`
    : "The player, which did not send bridge.initialize,";
  const lost = notRestored.length === 0 ? "" : `Not restored: ${notRestored.join("; ")}.\n`;
  return `${lost}${shown(who)}: ${count("passed", "rule holds", "rules hold")}, ` +
    `${count("failed", "does", "do")} not, ${count("left out", "was", "were")} left out.\n`;
}

function shown(text: string): string {
  return plainText(text.length <= MAX_MESSAGE ? text : `${text.slice(0, MAX_MESSAGE)}…`);
}
