import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import * as v from "valibot";
import { findMenu, type MenuItem, menuItem, shapeMenu } from "../../../handlers/menu/tree.ts";
import type { MenuNode } from "../../../host_stdio/shapes.ts";
import { command, guidOf, separator, submenu } from "./menu_player.ts";

/** A tree shaped from its top, as JSON carries it. */
function shaped(
  nodes: MenuNode[],
  options: { translate?: (label: string) => string; withAvailability?: boolean } = {},
): MenuItem[] {
  const { translate, withAvailability = false } = options;
  return shapeMenu({ nodes, labels: [] }, { translate, withAvailability });
}

Deno.test("a separator is answered with its type alone", () => {
  assertEquals(shaped([separator]), [{ type: "separator" }]);
});

Deno.test("a command is answered with exactly the documented fields", () => {
  assertEquals(shaped([command("&Play", { commandId: 7, guid: guidOf(1) })]), [{
    type: "command",
    label: "&Play",
    displayLabel: "&Play",
    path: "&Play",
    displayPath: "&Play",
    enabled: true,
    checked: false,
    radioChecked: false,
    hidden: false,
    commandId: 7,
    available: true,
    guid: guidOf(1),
    executable: true,
  }]);
});

Deno.test("a command keeps what the player says of it", () => {
  const members = {
    commandId: 3,
    guid: guidOf(1).toLowerCase(),
    subGuid: guidOf(2),
    enabled: false,
    checked: true,
    radioChecked: true,
    hidden: true,
  };
  const [item] = shaped([command("Mono", members)]);
  assertEquals(item, {
    type: "command",
    label: "Mono",
    displayLabel: "Mono",
    path: "Mono",
    displayPath: "Mono",
    available: false,
    executable: true,
    ...members,
  });
});

Deno.test("a command without guid is not executable and says why", () => {
  const [item] = shaped([command("Dynamic", { subGuid: guidOf(2) })]);
  assertEquals(item?.type === "command" && [item.executable, item.unaddressableReason, "guid" in item], [
    false,
    "noStableIdentifier",
    false,
  ]);
});

Deno.test("members that no document knows are not answered", () => {
  const node = { ...command("A"), secret: 1 } as MenuNode;
  const menu = { ...submenu("M", node), secret: 1 } as MenuNode;
  assertEquals(JSON.stringify(shaped([menu])).includes("secret"), false);
});

Deno.test("a path is the labels from the top of the menu joined by a slash", () => {
  const [menu] = shaped([submenu("&Playback", submenu("Order", command("Default...")))]);
  assertEquals(menu?.type === "submenu" && [menu.path, menu.children[0]], [
    "&Playback",
    {
      type: "submenu",
      label: "Order",
      displayLabel: "Order",
      path: "&Playback/Order",
      displayPath: "&Playback/Order",
      children: shapeMenu(
        { nodes: [command("Default...")], labels: ["&Playback", "Order"] },
        { translate: undefined, withAvailability: false },
      ),
    },
  ]);
  assertEquals(JSON.stringify(menu).includes('"path":"&Playback/Order/Default..."'), true);
});

Deno.test("displayLabel and displayPath are translated, label and path are the host's own", () => {
  const translate = (label: string) => label.toUpperCase();
  const [menu] = shaped([submenu("File", command("Open"))], { translate });
  assertEquals(menu?.type === "submenu" && [menu.label, menu.displayLabel, menu.path, menu.displayPath], [
    "File",
    "FILE",
    "File",
    "FILE",
  ]);
  const child = menu?.type === "submenu" ? menu.children[0] : undefined;
  assertEquals(
    child?.type === "command" && [child.label, child.displayLabel, child.path, child.displayPath],
    [
      "Open",
      "OPEN",
      "File/Open",
      "FILE/OPEN",
    ],
  );
});

Deno.test("availability counts all commands below, hidden ones and those of submenus included", () => {
  const tree = [
    submenu(
      "Top",
      command("a"),
      separator,
      command("b", { enabled: false }),
      submenu("Inner", command("c", { hidden: true }), command("d")),
      submenu("Empty"),
    ),
    command("outside", { enabled: false }),
  ];
  const [top] = shaped(tree, { withAvailability: true });
  assertEquals(top?.type === "submenu" && top.availability, {
    totalCommands: 4,
    availableCommands: 3,
    disabledCommands: 1,
    allAvailable: false,
  });
  const [inner, empty] = top?.type === "submenu" ? top.children.slice(3) : [];
  assertEquals(inner?.type === "submenu" && inner.availability, {
    totalCommands: 2,
    availableCommands: 2,
    disabledCommands: 0,
    allAvailable: true,
  });
  assertEquals(empty?.type === "submenu" && empty.availability, {
    totalCommands: 0,
    availableCommands: 0,
    disabledCommands: 0,
    allAvailable: true,
  });
});

Deno.test("without availability no submenu carries counters", () => {
  assertEquals(
    JSON.stringify(shaped([submenu("M", submenu("N", command("a")))])).includes("availability"),
    false,
  );
});

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

/** The commands below, written the plain way. */
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
    assertEquals(v.is(v.array(menuItem), items), true);
    check(nodes, items, "");
  }));
});

Deno.test("the menu that holds everything is found by an empty name", () => {
  const nodes = [submenu("File")];
  for (const root of ["", "/", " \\ "]) assertStrictEquals(findMenu(nodes, root)?.nodes, nodes);
});

Deno.test("a menu is found by name or path from the top, in normal form", () => {
  const order = submenu("&Order...", command("Default"));
  const nodes = [command("Playback"), submenu("Playback", order)];
  for (const root of ["Playback/Order", "/playback\\ORDER/"]) {
    assertEquals(findMenu(nodes, root), { nodes: order.children, labels: ["Playback", "&Order..."] });
  }
  assertEquals(findMenu(nodes, "playback")?.nodes, [order]);
});

Deno.test("a menu is not found below the top by its name alone, nor is a command", () => {
  const nodes = [submenu("Playback", submenu("Order", command("Default")))];
  for (const root of ["Order", "Playback/Order/Default", "Playback/Or", "Play", "Playback/Order/x"]) {
    assertEquals(findMenu(nodes, root), undefined, root);
  }
});

Deno.test("of several menus of one path the first is found, also behind one of the same name that lacks the rest", () => {
  const wanted = submenu("In", command("first"));
  const nodes = [submenu("A", submenu("Other")), submenu("A", wanted, submenu("In", command("second")))];
  assertStrictEquals(findMenu(nodes, "A/In")?.nodes, wanted.children);
  assertEquals(findMenu(nodes, "A")?.nodes, [submenu("Other")]);
});

Deno.test("a menu whose label has a slash in it is found by its path", () => {
  const nodes = [submenu("In/Out", command("x"))];
  assertEquals(findMenu(nodes, "in/out")?.labels, ["In/Out"]);
});

Deno.test("the path that a submenu is answered with finds it again, or one of the same path before it", () => {
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
