import { assert, assertEquals } from "@std/assert";
import * as v from "valibot";
import { operationTable } from "../../../handlers/mod.ts";
import { nativeActions } from "../../../host_stdio/native_actions.ts";
import { signals } from "../../../host_stdio/signals.ts";
import { SeededRandom } from "../../../tools/support/random.ts";
import { calls, validSignal } from "../../../lab/torture/corpus.ts";
import { junk } from "../../../lab/torture/junk.ts";
import { madeValue } from "../../../lab/torture/made_value.ts";
import { spoiltMessage } from "../../../lab/torture/mutation.ts";

Deno.test("the corpus has every operation and no other", () => {
  assertEquals(Object.keys(calls).sort(), [...operationTable.keys()].sort());
});

Deno.test("the same seed gives the same chances, another gives others", () => {
  const made = (seed: number) => {
    const chance = new SeededRandom(seed);
    return JSON.stringify([junk(chance), spoiltMessage({ a: [1, { b: "c" }] }, chance)]);
  };
  assertEquals(made(5), made(5));
  assert(made(5) !== made(6));
});

Deno.test("values made for the native actions' answers and for signals fit as a rule", () => {
  const chance = new SeededRandom(1);
  for (const [name, { answer }] of Object.entries(nativeActions)) {
    let fitting = 0;
    for (let count = 0; count < 100; count++) {
      if (v.safeParse(answer, madeValue(answer, chance)).success) fitting++;
    }
    assert(fitting > 50, `${fitting} answers to ${name} fit`);
  }
  for (let count = 0; count < 200; count++) {
    const { method, params } = validSignal(chance);
    const schema = signals[method as keyof typeof signals].params;
    assert(v.safeParse(schema, JSON.parse(JSON.stringify(params))).success, method);
  }
});

Deno.test("a spoilt message is another one, and the one it was made from stays as it is", () => {
  const chance = new SeededRandom(2);
  const message = Object.freeze({ jsonrpc: "2.0", id: 1, method: "a.b", params: Object.freeze({ x: [1] }) });
  const texts = new Set<string>();
  for (let count = 0; count < 100; count++) {
    texts.add(JSON.stringify(spoiltMessage(message, chance)) ?? "undefined");
  }
  assert(texts.size > 80);
});
