import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import * as v from "valibot";
import { menuTree } from "../../host_stdio/menu_tree.ts";
import { checkAnswer } from "../../host_stdio/native_requests.ts";
import { NativeActionError } from "../../host_stdio/player.ts";
import { type MenuNode, menuNode } from "../../host_stdio/shapes.ts";
import { MAX_MENU_TREE_DEPTH } from "../../limits/wire.ts";

const guid = "{01234567-89ab-CDEF-0123-456789abcdef}";
const command = { type: "command", label: "x", commandId: 1, enabled: true, checked: false };

/** Nodes nested to a depth. */
function nested(levels: number, innermost: unknown = command): unknown[] {
  let nodes: unknown[] = [innermost];
  for (let level = 1; level < levels; level++) nodes = [{ type: "submenu", label: "m", children: nodes }];
  return nodes;
}

/** The text with which an answer to `player.menu.build` is refused. */
function refusal(nodes: unknown): string {
  return assertThrows(() => checkAnswer("player.menu.build", { nodes }), NativeActionError).message;
}

Deno.test("a menu tree takes a value exactly when the schema of its nodes does", () => {
  const label = fc.constantFrom<unknown>("", "Play", 5, null);
  const flag = fc.constantFrom<unknown>(true, false, 0, null, undefined);
  const identifier = fc.constantFrom<unknown>(
    guid,
    guid.slice(1),
    `${guid}\n`,
    `x${guid}`,
    "",
    null,
    5,
    undefined,
  );
  const { nodes } = fc.letrec((tie) => ({
    nodes: fc.oneof(
      { weight: 9, arbitrary: fc.array(tie("node"), { maxLength: 3 }) },
      fc.constantFrom(null, {}, "x"),
    ),
    node: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<unknown>(
        { type: "separator" },
        { type: "separator", more: 1 },
        { type: "other" },
        {},
        null,
        [],
        5,
      ),
      fc.record({
        type: fc.constant("command"),
        label: fc.oneof({ weight: 9, arbitrary: fc.string() }, label),
        commandId: fc.oneof(fc.integer(), fc.constantFrom<unknown>(-1, 1.5, 2 ** 53, "1", null, Infinity)),
        enabled: fc.oneof({ weight: 4, arbitrary: fc.boolean() }, flag),
        checked: fc.oneof({ weight: 4, arbitrary: fc.boolean() }, flag),
      }, { requiredKeys: ["type", "label"] }),
      fc.record(
        { guid: identifier, subGuid: identifier, radioChecked: flag, hidden: flag, more: fc.constant({}) },
        { requiredKeys: [] },
      ).map((members) => ({ ...command, ...members })),
      fc.record({ type: fc.constant("submenu"), label, children: tie("nodes") }, { requiredKeys: ["type"] }),
    ),
  }));
  const schema = v.array(menuNode);
  let taken = 0;
  fc.assert(
    fc.property(nodes, (nodes) => {
      const expected = v.safeParse(schema, nodes, { abortEarly: true });
      const outcome = v.safeParse(menuTree, nodes, { abortEarly: true });
      assertEquals(outcome.success, expected.success);
      assertEquals(
        outcome.issues?.map(({ message }) => message),
        expected.issues?.map(({ message }) => message),
      );
      // Unknown members stay; but for those, the tree is the one that the schema gives.
      if (outcome.success) {
        taken++;
        assertEquals(v.parse(schema, outcome.output), expected.output as MenuNode[]);
      }
    }),
    { numRuns: 1000 },
  );
  assert(taken > 50);
});

Deno.test("a menu tree that fits is handed on as it is", () => {
  const nodes = [{ ...command, guid, more: 1 }, { type: "separator" }];
  assertEquals(v.parse(menuTree, nodes) === nodes, true);
});

Deno.test("a menu tree that does not fit is refused with the place and what was expected", () => {
  assertEquals(
    refusal([{ type: "submenu", label: "m", children: [command, { ...command, enabled: 1 }] }]),
    "Player action failed: player.menu.build answered a result whose nodes[0].children[1].enabled is not boolean",
  );
});

Deno.test("a menu tree may be 256 levels deep and no deeper", () => {
  assertEquals(MAX_MENU_TREE_DEPTH, 256);
  checkAnswer("player.menu.build", { nodes: nested(256) });
  checkAnswer("player.menu.build", { nodes: nested(256, { type: "submenu", label: "m", children: [] }) });
  const text =
    "Player action failed: player.menu.build answered a result whose nodes is not at most 256 levels deep";
  assertEquals(refusal(nested(257)), text);
  assertEquals(refusal(nested(257, 5)), text);
});

Deno.test("a menu tree however deep is a failed action and no stack overflow", () => {
  for (const innermost of [command, null]) {
    assertEquals(refusal(nested(100_000, innermost)).endsWith("is not at most 256 levels deep"), true);
  }
  // What is wrong above the depth is found first.
  assertEquals(refusal([{ type: "x" }, ...nested(100_000)]).endsWith("at most 256 levels deep"), false);
});
