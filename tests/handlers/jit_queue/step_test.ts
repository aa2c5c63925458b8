import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { Effect, Input, Reply } from "../../../handlers/jit_queue/messages.ts";
import type { Request } from "../../../handlers/jit_queue/requests.ts";
import { newSession, type Session, viewOf } from "../../../handlers/jit_queue/session.ts";
import { step } from "../../../handlers/jit_queue/step.ts";
import { handle } from "./jit_harness.ts";

/** Takes a step and answers whatever the player is asked, until nothing is asked any more. */
function taken(session: Session, input: Input): { session: Session; effects: Effect[] } {
  const effects: Effect[] = [];
  let size = session.shadow.slots.length;
  for (let next: Input | undefined = input; next;) {
    const outcome = step(session, next);
    session = outcome.session;
    effects.push(...outcome.effects);
    next = undefined;
    for (const effect of outcome.effects) {
      if (effect.kind !== "ask") continue;
      const { name, params } = effect.question;
      const reply = (answer: unknown): Input => ({
        kind: "answer",
        ask: effect.ask,
        reply: { name, answer } as Reply,
      });
      if (name === "player.playlist.list") next = reply({ active: null, playlists: [] });
      else if (name === "player.playlist.create") next = reply({ index: 0 });
      else if (name === "player.playback.setOrder") next = reply({ previous: 1 });
      else if (name === "player.playlist.append") {
        next = reply({ start: size, count: params.handles.length });
        size += params.handles.length;
      } else if (name === "player.playlist.remove") next = reply({ count: size -= params.count });
      else next = reply({});
    }
  }
  return { session, effects };
}

function batch(call: number, prefix: string): Input {
  const entries = Array.from({ length: 10_000 }, (_, index) => `http://${prefix}/${index}`);
  const request: Request = {
    operation: "preloadBatch",
    call,
    caller: "all",
    entries,
    startIndex: 0,
    replace: true,
    invalidCount: 0,
  };
  return { kind: "call", request };
}

Deno.test("ten thousand tracks are appended in one native action", () => {
  const { session, effects } = taken(newSession, batch(1, "a"));
  const appends = effects.flatMap((effect) =>
    effect.kind === "ask" && effect.question.name === "player.playlist.append" ? [effect.question.params] : []
  );
  assertEquals(appends.map(({ handles }) => handles.length), [10_000]);
  assertEquals(viewOf(session).bufferSize, 10_000);
});

Deno.test("a player that never plays anything does not fill the memory with what was dropped", () => {
  let session = newSession;
  for (const prefix of ["a", "b", "c", "d", "e"]) ({ session } = taken(session, batch(1, prefix)));
  assert(session.dropped.length <= 20_000, `${session.dropped.length} dropped tracks are remembered`);
  assertEquals(session.shadow.slots.length, 10_000);
});

Deno.test("what does not concern the session leaves it as it is", () => {
  const { session } = taken(newSession, batch(1, "a"));
  for (
    const input of [
      { kind: "signal", signal: { name: "signal.selectionChanged", params: {} } },
      { kind: "cancelled", call: 99 },
      { kind: "panelClosed", panel: "p9" },
      { kind: "failure", ask: 999, error: "late" },
      {
        kind: "answer",
        ask: 999,
        reply: { name: "player.media.resolve", answer: { resolved: [[handle("/x")]] } },
      },
    ] satisfies Input[]
  ) {
    const after = step(session, input);
    assertEquals(after.effects, []);
    assertStrictEquals(after.session.shadow, session.shadow);
    assertEquals(viewOf(after.session), viewOf(session));
  }
});
