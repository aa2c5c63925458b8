import "../../support/deadline.ts";
import { assertGreater } from "@std/assert";
import { deepMoves, followed, moves, starts, walk } from "../../../tools/docs/jit_walk.ts";
import { slowTest } from "../../support/test_all.ts";

Deno.test("every session that three inputs lead to, from silence, from a track and from a track with a next one", () => {
  assertGreater(walk(starts, Object.keys(moves), 3).distinct, 5000);
});

slowTest("every session that five inputs lead to", "360,000 sessions", () => {
  assertGreater(walk(starts, Object.keys(moves), 5).distinct, 350_000);
  return Promise.resolve();
});

Deno.test("every session that eight skips, hanging streams and interruptions lead to", () => {
  assertGreater(walk([followed], deepMoves, 8).distinct, 3000);
});
