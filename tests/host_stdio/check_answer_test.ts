import "../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { checkAnswer } from "../../host_stdio/native_requests.ts";
import { NativeActionError, playerError } from "../../host_stdio/player.ts";

function textOf(name: Parameters<typeof checkAnswer>[0], result: unknown): string {
  return assertThrows(() => checkAnswer(name, result), NativeActionError).message;
}

Deno.test("checkAnswer drops unknown members and fills in defaults", () => {
  assertEquals(checkAnswer("player.clipboard.write", { written: ["text"], more: 1 }), { written: ["text"] });
  assertEquals(checkAnswer("player.media.resolve", { resolved: [[{ path: "/a" }]] }), {
    resolved: [[{ path: "/a", subsong: 0 }]],
  });
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
    [null, ["a", 7], "playlists[1].id is not a string"],
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

Deno.test("playerError accepts an error member of any shape", () => {
  for (const member of ["boom", 7, null, {}, [], { code: "x", message: 1 }, { code: 1 }, { message: "x" }]) {
    assertEquals(
      playerError("player.queue.get", member).message,
      "Player action failed: player.queue.get answered an error without code and message",
    );
  }
});

Deno.test("checkAnswer says in words what an answer is not", () => {
  const answered = "Player action failed: player.clipboard.write answered a result";
  const text = (result: unknown) => textOf("player.clipboard.write", result);
  assertEquals(text(7), `${answered} that is not an object`);
  assertEquals(text({ written: 7 }), `${answered} whose written is not an array`);
  assertEquals(text({ written: ["x"] }), `${answered} whose written[0] is not "text", "html" or "files"`);
  const counted = "Player action failed: player.queue.count answered a result whose count";
  assertEquals(textOf("player.queue.count", { count: "1" }), `${counted} is not a number`);
  assertEquals(textOf("player.queue.count", { count: 1.5 }), `${counted} is not an integer`);
  assertEquals(textOf("player.queue.count", { count: -1 }), `${counted} is not at least 0`);
});
