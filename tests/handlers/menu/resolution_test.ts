import "../../support/deadline.ts";
import { assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { normalForm, resolveGuid, resolveId, resolveName } from "../../../handlers/menu/resolution.ts";
import type { CommandNode, MenuNode } from "../../../host_stdio/api/shapes.ts";
import { command, guidOf, separator, submenu } from "./menu_player.ts";

const any = () => true;

Deno.test("a label that contains a slash is found only by its path from the top", () => {
  const wanted = command("Play/Pause");
  const nodes = [submenu("Playback", wanted, command("Pause"))];
  assertEquals(resolveName(nodes, "Playback/Play/Pause", any), { outcome: "found", node: wanted });
  assertEquals(resolveName(nodes, "Play/Pause", any), { outcome: "notFound" });
  assertEquals(resolveName([wanted], "Play/Pause", any), { outcome: "found", node: wanted });
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

/** Returns every command with the labels on its path. */
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

/** Returns the normal forms of a path's segments. */
function segmentsOf(...texts: string[]): string[] {
  return texts.flatMap((text) => text.split(/[/\\]/)).map(normalForm).filter((segment) => segment !== "");
}

Deno.test("no name, path, GUID or id finds a disabled, ambiguous or wrong command", () => {
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
