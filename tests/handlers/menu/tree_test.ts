import { schemaOf } from "../../../host_stdio/schema_check.ts";
import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import * as v from "valibot";
import { findMenu, type MenuItem, menuItem, shapeMenu } from "../../../handlers/menu/tree.ts";
import type { MenuNode } from "../../../host_stdio/api/shapes.ts";
import { command, separator, submenu } from "./menu_player.ts";

/** Shapes a complete menu tree. */
function shaped(
  nodes: MenuNode[],
  options: { translate?: (label: string) => string; withAvailability?: boolean } = {},
): MenuItem[] {
  const { translate, withAvailability = false } = options;
  return shapeMenu({ nodes, labels: [] }, { translate, withAvailability });
}

const label = fc.constantFrom("A", "B", "&C...", "D/E", "");
const leaf: fc.Arbitrary<MenuNode> = fc.oneof(
  fc.constant(separator),
  fc.record({ label, enabled: fc.boolean(), hidden: fc.boolean() }).map(({ label, ...members }) =>
    command(label, members)
  ),
);
const { nodes: trees } = fc.letrec<{ nodes: MenuNode[]; node: MenuNode }>((tie) => ({
  nodes: fc.array(tie("node"), { maxLength: 5 }),
  node: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.tuple(label, tie("nodes")).map(([label, children]) => submenu(label, ...children)),
  ),
}));

/** Lists the commands below a node. */
function leavesOf(items: readonly MenuItem[]): MenuItem[] {
  return items.flatMap((item) =>
    item.type === "submenu" ? leavesOf(item.children) : item.type === "command" ? [item] : []
  );
}

Deno.test("shaping keeps the order and the nesting of any tree, and its counters agree with its leaves", () => {
  const check = (nodes: readonly MenuNode[], items: readonly MenuItem[], path: string): void => {
    assertEquals(items.map(({ type }) => type), nodes.map(({ type }) => type));
    for (const [at, node] of nodes.entries()) {
      const item = items[at];
      if (node.type === "separator" || !item || item.type === "separator") continue;
      assertEquals(item.label, node.label);
      assertEquals(item.path, path + node.label);
      assertEquals(item.displayPath, (path + node.label).toLowerCase());
      if (node.type !== "submenu" || item.type !== "submenu") continue;
      const leaves = leavesOf(item.children);
      const available = leaves.filter((leaf) => leaf.type === "command" && leaf.available).length;
      assertEquals(item.availability, {
        totalCommands: leaves.length,
        availableCommands: available,
        disabledCommands: leaves.length - available,
        allAvailable: available === leaves.length,
      });
      check(node.children, item.children, `${item.path}/`);
    }
  };
  fc.assert(fc.property(trees, (nodes) => {
    const items = shaped(nodes, { translate: (text) => text.toLowerCase(), withAvailability: true });
    assertEquals(v.is(v.array(schemaOf(menuItem)), items), true);
    check(nodes, items, "");
  }));
});

Deno.test("a submenu's answered path finds it, or an earlier submenu with the same path", () => {
  fc.assert(fc.property(trees, (nodes) => {
    const check = (items: readonly MenuItem[]): void => {
      for (const item of items) {
        if (item.type !== "submenu") continue;
        const found = findMenu(nodes, item.path);
        assertEquals(found !== undefined, true);
        check(item.children);
      }
    };
    check(shaped(nodes));
  }));
});
