import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { normalForm } from "../../../handlers/menu/label.ts";
import { ownsChildren, resolveGuid, resolveId, resolveName } from "../../../handlers/menu/resolution.ts";
import type { CommandNode, MenuNode } from "../../../host_stdio/shapes.ts";
import { command, guidOf, separator, submenu } from "./menu_player.ts";

const any = () => true;

Deno.test("a name of one segment finds a command anywhere", () => {
  const wanted = command("&Default...");
  const nodes = [command("Other"), submenu("Playback", separator, submenu("Order", wanted))];
  for (const name of ["Default", "DEFAULT...", " /default/ "]) {
    assertEquals(resolveName(nodes, name, any), { outcome: "found", node: wanted });
  }
});

Deno.test("a path finds a command from the top of the menu only", () => {
  const wanted = command("Default");
  const nodes = [submenu("Playback", submenu("Order", wanted))];
  assertEquals(resolveName(nodes, "playback\\Order/default", any), { outcome: "found", node: wanted });
  for (const path of ["Order/Default", "Playback/Default", "Playback/Order", "Playback/Order/Default/x"]) {
    assertEquals(resolveName(nodes, path, any), { outcome: "notFound" }, path);
  }
});

Deno.test("a name is compared as a whole, never by a part of it", () => {
  const nodes = [command("Stop after current")];
  for (const name of ["Stop", "after current", "Stop after current track", "Stop  after current"]) {
    assertEquals(resolveName(nodes, name, any).outcome, "notFound", name);
  }
});

Deno.test("a submenu is no command", () => {
  assertEquals(resolveName([submenu("Order", command("x"))], "Order", any).outcome, "notFound");
});

Deno.test("a name without any segment finds nothing, not even a label that is as empty", () => {
  const nodes = [command(""), command("&..."), submenu("Play", command("…"))];
  for (const name of ["/", " ", "&", "...", "Play"]) {
    assertEquals(resolveName(nodes, name, any).outcome, "notFound", name);
  }
});

Deno.test("a label with a slash in it is found by its path from the top only", () => {
  const wanted = command("Play/Pause");
  const nodes = [submenu("Playback", wanted, command("Pause"))];
  assertEquals(resolveName(nodes, "Playback/Play/Pause", any), { outcome: "found", node: wanted });
  assertEquals(resolveName(nodes, "Play/Pause", any), { outcome: "notFound" });
  assertEquals(resolveName([wanted], "Play/Pause", any), { outcome: "found", node: wanted });
});

Deno.test("several matches are ambiguous, with all of them as candidates in the menu's order", () => {
  const [first, second, third] = [command("Stop"), command("STOP", { enabled: false }), command("&Stop...")];
  const nodes = [submenu("A", first), submenu("B", submenu("C", second)), third];
  assertEquals(resolveName(nodes, "stop", any), {
    outcome: "ambiguous",
    candidates: [{ node: first, path: "A/Stop" }, { node: second, path: "B/C/STOP" }, {
      node: third,
      path: "&Stop...",
    }],
  });
});

Deno.test("a path can be ambiguous too", () => {
  const nodes = [submenu("A", command("x")), submenu("a", command("X"))];
  assertEquals(resolveName(nodes, "A/x", any).outcome, "ambiguous");
});

Deno.test("a command that is not runnable is neither found nor makes another ambiguous", () => {
  const [runnable, other] = [command("Stop", { guid: guidOf(1) }), command("Stop")];
  const isRunnable = ({ guid }: CommandNode) => guid !== undefined;
  assertEquals(resolveName([other, runnable, other], "Stop", isRunnable), {
    outcome: "found",
    node: runnable,
  });
  assertEquals(resolveName([other], "Stop", isRunnable), { outcome: "notFound" });
});

Deno.test("a single match that is disabled is refused as such", () => {
  const node = command("Stop", { enabled: false });
  assertEquals(resolveName([node], "Stop", any), { outcome: "disabled", node });
});

Deno.test("a GUID finds its command whatever case the player writes it in", () => {
  const node = command("x", { guid: guidOf(10).toLowerCase() });
  const nodes = [submenu("A", command("y", { guid: guidOf(11) }), node)];
  assertEquals(resolveGuid(nodes, { guid: guidOf(10), subGuid: undefined }), { outcome: "found", node });
  assertEquals(resolveGuid(nodes, { guid: guidOf(12), subGuid: undefined }), { outcome: "notFound" });
});

Deno.test("a GUID without subGuid finds no dynamic child, and with one nothing but that child", () => {
  const child = command("x", { guid: guidOf(1), subGuid: guidOf(2).toLowerCase() });
  const plain = command("y", { guid: guidOf(3) });
  const nodes = [child, plain];
  assertEquals(resolveGuid(nodes, { guid: guidOf(1), subGuid: undefined }).outcome, "notFound");
  assertEquals(resolveGuid(nodes, { guid: guidOf(1), subGuid: guidOf(2) }), {
    outcome: "found",
    node: child,
  });
  assertEquals(resolveGuid(nodes, { guid: guidOf(1), subGuid: guidOf(3) }).outcome, "notFound");
  assertEquals(resolveGuid(nodes, { guid: guidOf(3), subGuid: guidOf(2) }).outcome, "notFound");
});

Deno.test("a GUID that the menu has twice is disabled when it is disabled anywhere", () => {
  const [enabled, disabled] = [true, false].map((enabled) => command("x", { guid: guidOf(1), enabled }));
  for (const nodes of [[enabled, disabled], [disabled, enabled]] as MenuNode[][]) {
    assertEquals(resolveGuid(nodes, { guid: guidOf(1), subGuid: undefined }).outcome, "disabled");
  }
});

Deno.test("a GUID owns children when any command is a child of it", () => {
  const nodes = [
    submenu("A", command("x", { guid: guidOf(1).toLowerCase(), subGuid: guidOf(2) })),
    command("y", {
      guid: guidOf(3),
    }),
  ];
  assertEquals([guidOf(1), guidOf(2), guidOf(3)].map((guid) => ownsChildren(nodes, guid)), [
    true,
    false,
    false,
  ]);
});

Deno.test("an id finds its command", () => {
  const [node, off] = [command("x", { commandId: 5 }), command("y", { commandId: 6, enabled: false })];
  const nodes = [submenu("A", node, off)];
  assertEquals(resolveId(nodes, 5), { outcome: "found", node });
  assertEquals(resolveId(nodes, 6), { outcome: "disabled", node: off });
  assertEquals(resolveId(nodes, 7), { outcome: "notFound" });
});

const label = fc.constantFrom("Play", "play...", "&Stop", "Stop", "A/B", "B", "", "…");
const leaf = fc.record({
  label,
  enabled: fc.boolean(),
  guid: fc.option(fc.integer({ min: 1, max: 4 }).map(guidOf), { nil: undefined }),
  subGuid: fc.option(fc.integer({ min: 5, max: 6 }).map(guidOf), { nil: undefined }),
  commandId: fc.integer({ min: 0, max: 5 }),
}).map(({ label, ...members }): MenuNode => command(label, members));
const { nodes: trees } = fc.letrec<{ nodes: MenuNode[]; node: MenuNode }>((tie) => ({
  nodes: fc.array(tie("node"), { maxLength: 5 }),
  node: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.constant(separator),
    fc.tuple(label, tie("nodes")).map(([label, children]): MenuNode => submenu(label, ...children)),
  ),
}));

/** Every command with the labels that lead to it. */
function leavesOf(
  nodes: readonly MenuNode[],
  labels: readonly string[] = [],
): { node: CommandNode; labels: string[] }[] {
  return nodes.flatMap((node) => {
    if (node.type === "separator") return [];
    const here = [...labels, node.label];
    return node.type === "submenu" ? leavesOf(node.children, here) : [{ node, labels: here }];
  });
}

/** The normal forms of what separators leave, written the plain way. */
function segmentsOf(...texts: string[]): string[] {
  return texts.flatMap((text) => text.split(/[/\\]/)).map(normalForm).filter((segment) => segment !== "");
}

Deno.test("no name, path, GUID or id ever finds a command that is disabled, ambiguous or not the one meant", () => {
  const name = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join("/"));
  fc.assert(fc.property(trees, name, fc.boolean(), (nodes, name, needsGuid) => {
    const isRunnable = ({ guid }: CommandNode) => !needsGuid || guid !== undefined;
    const wanted = segmentsOf(name).join("/");
    const matches = leavesOf(nodes).filter(({ node, labels }) => {
      const own = segmentsOf(node.label).join("/");
      const isLeafName = segmentsOf(name).length === 1 && own === wanted;
      const isNamed = isLeafName || segmentsOf(...labels).join("/") === wanted;
      return own !== "" && isNamed && isRunnable(node);
    });
    const resolution = resolveName(nodes, name, isRunnable);
    const isSame = (one: CommandNode, other: CommandNode) =>
      one === other || one.guid !== undefined && one.guid === other.guid && one.subGuid === other.subGuid;
    const distinct = matches.filter(({ node }, at) =>
      matches.findIndex((earlier) => isSame(earlier.node, node)) === at
    );
    if (distinct.length > 1) {
      assertEquals(
        resolution.outcome === "ambiguous" && resolution.candidates,
        distinct.map(({ node, labels }) => ({ node, path: labels.join("/") })),
      );
      return;
    }
    const [match] = matches;
    const expected = matches.every(({ node }) => node.enabled) ? "found" : "disabled";
    assertEquals(resolution.outcome, match ? expected : "notFound");
    if (resolution.outcome === "found") assertStrictEquals(resolution.node, match?.node);
  }));
  const guids = fc.integer({ min: 1, max: 6 }).map(guidOf);
  const subGuids = fc.option(guids, { nil: undefined });
  fc.assert(fc.property(trees, guids, subGuids, fc.nat(6), (nodes, guid, subGuid, id) => {
    const leaves = leavesOf(nodes).map(({ node }) => node);
    const byGuid = leaves.filter((node) => node.guid === guid && node.subGuid === subGuid);
    const byId = leaves.filter((node) => node.commandId === id);
    for (
      const [found, same] of [[resolveGuid(nodes, { guid, subGuid }), byGuid], [
        resolveId(nodes, id),
        byId,
      ]] as const
    ) {
      const expected = same.length === 0
        ? "notFound"
        : same.every(({ enabled }) => enabled)
        ? "found"
        : "disabled";
      assertEquals(found.outcome, expected);
    }
  }));
});
