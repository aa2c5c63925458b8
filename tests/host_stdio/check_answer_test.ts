import "../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { checkAnswer } from "../../host_stdio/native_requests.ts";
import { NativeActionError, notAnswered, playerError } from "../../host_stdio/player.ts";
import { MAX_MENU_TREE_DEPTH } from "../../limits/wire.ts";

function textOf(name: Parameters<typeof checkAnswer>[0], result: unknown): string {
  return assertThrows(() => checkAnswer(name, result), NativeActionError).message;
}

Deno.test("checkAnswer drops unknown members and fills in defaults", () => {
  assertEquals(checkAnswer("player.clipboard.write", { written: ["text"], more: 1 }), { written: ["text"] });
  assertEquals(checkAnswer("player.media.resolve", { resolved: [[{ path: "/a" }]] }), {
    resolved: [[{ path: "/a", subsong: 0 }]],
  });
});

Deno.test("checkAnswer names the action, the place and the expected type, never the value", () => {
  const secret = "C:\\Users\\somebody\\secret.mp3";
  const text = textOf("player.media.resolve", {
    resolved: [[], [{ path: "/a" }, { path: "/b", subsong: secret }]],
  });
  assertEquals(
    text,
    "Player action failed: player.media.resolve answered a result whose resolved[1][1].subsong is not number",
  );
});

Deno.test("checkAnswer refuses an answer that lacks a member or is not an object", () => {
  assertEquals(
    textOf("player.queue.count", {}),
    "Player action failed: player.queue.count answered a result whose count is missing",
  );
  for (const result of [null, 1, "x", []]) {
    assertEquals(
      textOf("player.queue.count", result).startsWith("Player action failed: player.queue.count"),
      true,
    );
  }
});

Deno.test("checkAnswer refuses ambiguous and invalid playlist ids with their place", () => {
  const listed = (...ids: unknown[]) => ids.map((id) => ({ id, name: "", count: 0, locked: false }));
  const range = "a playlist id of 1 to 128 characters";
  const trials: [active: unknown, ids: unknown[], what: string | undefined][] = [
    [null, [], undefined],
    ["b", ["a", "b", "x".repeat(128), "\u{1F3B5}".repeat(64)], undefined],
    [null, ["a", ""], `playlists[1].id is not ${range}`],
    [null, ["x".repeat(129)], `playlists[0].id is not ${range}`],
    [null, ["x".repeat(10_000)], `playlists[0].id is not ${range}`],
    [null, ["a", 7], "playlists[1].id is not string"],
    [null, ["a", "b", "c", "b", "a"], "playlists[3].id is not unique"],
    ["", ["a"], `active is not ${range}`],
    ["c", ["a", "b"], "active is not the id of a playlist in the list"],
    ["a", [], "active is not the id of a playlist in the list"],
  ];
  for (const [active, ids, what] of trials) {
    const answer = { active, playlists: listed(...ids) };
    if (what === undefined) {
      assertEquals(checkAnswer("player.playlist.list", answer), answer as never);
    } else {
      const text = `Player action failed: player.playlist.list answered a result whose ${what}`;
      assertEquals(textOf("player.playlist.list", answer), text);
    }
  }
  for (const playlist of ["", "x".repeat(129)]) {
    const text =
      `Player action failed: player.playlist.create answered a result whose playlist is not ${range}`;
    assertEquals(textOf("player.playlist.create", { playlist }), text);
  }
});

Deno.test("checkAnswer accepts any JSON from a plugin", () => {
  for (const result of [null, 1, "x", { a: [1] }]) {
    assertEquals(checkAnswer("player.plugin.invoke", result), result);
  }
});

Deno.test("playerError has the player's message", () => {
  const error = playerError("player.queue.get", { code: -32000, message: "the queue is on fire" });
  assertEquals([error.code, error.message, error.playerCode], [
    -32002,
    "Player action failed: the queue is on fire",
    -32000,
  ]);
});

Deno.test("playerError names the action that the player lacks", () => {
  const error = playerError("player.queue.get", { code: -32601, message: "whatever" });
  assertEquals([error.code, error.message], [-32002, "Not supported by this player: player.queue.get"]);
});

Deno.test("playerError accepts an error member of any shape", () => {
  for (const member of ["boom", 7, null, {}, [], { code: "x", message: 1 }, { code: 1 }, { message: "x" }]) {
    assertEquals(
      playerError("player.queue.get", member).message,
      "Player action failed: player.queue.get answered an error without code and message",
    );
  }
});

Deno.test("notAnswered has its own code", () => {
  assertEquals([notAnswered().code, notAnswered().message], [-32001, "Player did not answer"]);
});

const command = { type: "command", label: "x", commandId: 1, enabled: true, checked: false };

function nested(levels: number, innermost: unknown = command): unknown[] {
  let nodes: unknown[] = [innermost];
  for (let level = 1; level < levels; level++) nodes = [{ type: "submenu", label: "m", children: nodes }];
  return nodes;
}

function refusal(nodes: unknown): string {
  return textOf("player.menu.build", { nodes });
}

Deno.test("an invalid menu tree is refused with the place and the expected type", () => {
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

Deno.test("a menu tree of any depth fails its action without a stack overflow", () => {
  for (const innermost of [command, null]) {
    assertEquals(refusal(nested(100_000, innermost)).endsWith("is not at most 256 levels deep"), true);
  }
});
