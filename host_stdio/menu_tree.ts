/**
 * The check of the menu trees that a player builds. The schema of a node, {@linkcode menuNode}, says what fits and gives
 * the error texts. For a menu of thousands of nodes that check takes as long as reading the JSON does (valibot's own three
 * times as long), so a tree is first looked over by hand, at a fifth of the cost, and the schema is asked only about one
 * that does not fit. A test holds the two together.
 *
 * @module
 */

import * as v from "valibot";
import { MAX_MENU_TREE_DEPTH } from "../limits/wire.ts";
import { GUID_PATTERN, type MenuNode, menuNode } from "./shapes.ts";

/** `nulls`: it fits, but null stands in members that may be absent. */
type Verdict = "fits" | "nulls" | "misfit" | "tooDeep";

const trusted = v.custom<MenuNode[]>(() => true);
const tooDeep: v.GenericSchema<MenuNode[]> = {
  ...v.custom<MenuNode[]>(() => false),
  expects: `at most ${MAX_MENU_TREE_DEPTH} levels deep`,
};
const checked: v.GenericSchema<MenuNode[]> = v.array(menuNode);

/**
 * The nodes of a menu tree, at most {@linkcode MAX_MENU_TREE_DEPTH} levels deep. Nodes that fit and hold no null are handed
 * on as they are: members that no schema knows stay.
 */
export const menuTree: v.GenericSchema<MenuNode[]> = v.lazy((nodes) => {
  const verdict = judge(nodes, 1);
  if (verdict === "fits") return trusted;
  return verdict === "tooDeep" ? tooDeep : checked;
});

/** Whether nodes at a level, and all below them, fit. What is wrong first in the tree's order decides. */
function judge(nodes: unknown, level: number): Verdict {
  if (!Array.isArray(nodes)) return "misfit";
  if (level > MAX_MENU_TREE_DEPTH && nodes.length > 0) return "tooDeep";
  let all: Verdict = "fits";
  for (const node of nodes) {
    if (!isRecord(node)) return "misfit";
    if (node["type"] === "submenu") {
      if (typeof node["label"] !== "string") return "misfit";
      const verdict = judge(node["children"], level + 1);
      if (verdict === "nulls") all = "nulls";
      else if (verdict !== "fits") return verdict;
    } else if (node["type"] === "command") {
      if (!isCommand(node)) return "misfit";
      if (hasNulls(node)) all = "nulls";
    } else if (node["type"] !== "separator") {
      return "misfit";
    }
  }
  return all;
}

function isCommand(node: Readonly<Record<string, unknown>>): boolean {
  return typeof node["label"] === "string" &&
    Number.isSafeInteger(node["commandId"]) &&
    isOptionalGuid(node["guid"]) &&
    isOptionalGuid(node["subGuid"]) &&
    typeof node["enabled"] === "boolean" &&
    typeof node["checked"] === "boolean" &&
    isOptionalBoolean(node["radioChecked"]) &&
    isOptionalBoolean(node["hidden"]);
}

function hasNulls(node: Readonly<Record<string, unknown>>): boolean {
  return node["guid"] === null || node["subGuid"] === null || node["radioChecked"] === null ||
    node["hidden"] === null;
}

function isOptionalGuid(value: unknown): boolean {
  return isAbsent(value) || (typeof value === "string" && GUID_PATTERN.test(value));
}

function isOptionalBoolean(value: unknown): boolean {
  return isAbsent(value) || typeof value === "boolean";
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
