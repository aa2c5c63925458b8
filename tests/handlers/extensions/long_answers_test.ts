import "../../support/deadline.ts";
import { assertEquals, assertLess, assertRejects } from "@std/assert";
import type { Context } from "../../../handlers/core/context.ts";
import { LongAnswers } from "../../../handlers/extensions/shared/long_work.ts";
import { unknownTrack } from "../../../host_stdio/api/shapes.ts";
import { RpcError } from "../../../host_stdio/errors.ts";
import { loopTurn } from "../../../host_stdio/event_loop.ts";
import { CancelledError } from "../../../host_stdio/player.ts";
import { Harness } from "../../support/harness.ts";

/** Returns the context of a call, with functions that mark its answer as queued and cancel it. */
function call(): { context: Context; answer: () => void; cancel: () => void } {
  const answered = Promise.withResolvers<void>();
  const controller = new AbortController();
  return {
    context: { signal: controller.signal, answered: answered.promise } as Context,
    answer: answered.resolve,
    cancel: () => controller.abort(),
  };
}

/** An output that is full until the player reads. */
class FullOutput {
  readonly #reading = Promise.withResolvers<void>();
  #isFull = true;

  readonly isOutputFull = () => this.#isFull;
  readonly outputRead = () => this.#reading.promise;

  read(): void {
    this.#isFull = false;
    this.#reading.resolve();
  }
}

async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
}

/** Returns how many of 100 tasks end in one turn of the event loop at most. */
async function mostInOneTurn(ended: () => number): Promise<number> {
  let most = 0;
  for (let before = 0; before < 100; before = ended()) {
    await loopTurn();
    most = Math.max(most, ended() - before);
  }
  return most;
}

Deno.test("a long answer is built when the one before is queued, and a failed one does not stop the next", async () => {
  const answers = new LongAnswers({ isOutputFull: () => false, outputRead: () => Promise.resolve() });
  const calls = [call(), call(), call()];
  const built: number[] = [];
  const results = calls.map(({ context }, index) =>
    answers.build(context, () => {
      built.push(index);
      if (index === 1) throw new Error("broken");
      return index;
    })
  );
  const failed = assertRejects(() => results[1] as Promise<number>, Error, "broken");
  for (const [index, { answer }] of calls.entries()) {
    await settled();
    assertEquals(built.length, index + 1);
    answer();
  }
  assertEquals([await results[0], await results[2]], [0, 2]);
  await failed;
});

Deno.test("other messages are served between two answers, however short they are", async () => {
  const answers = new LongAnswers({ isOutputFull: () => false, outputRead: () => Promise.resolve() });
  const calls = Array.from({ length: 100 }, call);
  let built = 0;
  for (const { context, answer } of calls) {
    answer();
    void answers.build(context, () => built++);
  }
  assertLess(await mostInOneTurn(() => built), 10);
});

Deno.test("a long answer waits while the output is full; a call that is cancelled meanwhile builds none", async () => {
  const output = new FullOutput();
  const answers = new LongAnswers(output);
  const [cancelled, last] = [call(), call()];
  const build = ({ context }: { context: Context }) => answers.build(context, () => "built");
  const results = [build(cancelled), build(last)] as const;
  const cancelledResult = assertRejects(() => results[0], CancelledError);
  cancelled.cancel();
  cancelled.answer();
  output.read();
  await cancelledResult;
  assertEquals(await results[1], "built");
  last.answer();
});

Deno.test("at the end of the connection, long answers that wait for a player that does not read are refused", async () => {
  const answers = new LongAnswers(new FullOutput());
  const calls = [call(), call()];
  const refused = calls.map(({ context }) =>
    assertRejects(() => answers.build(context, () => "built"), RpcError)
  );
  answers.close();
  for (const { answer } of calls) answer();
  await Promise.all(refused);
});

Deno.test("title formats are evaluated one at a time, so that many that take long do not delay other calls", async () => {
  const path = "/m/a.flac";
  const tagged = { track: unknownTrack({ path, subsong: 0 }), tags: [] };
  await using harness = new Harness({
    player: {
      "player.media.authorize": { denied: [] },
      "player.media.tags": ({ handles }) => ({ tracks: handles.map(() => tagged) }),
    },
  });
  for (
    const [name, params] of [
      ["titleformat.eval", { path, pattern: "%title%" }],
      ["titleformat.evalBatch", { paths: [path], pattern: "%title%" }],
      ["titleformat.evalFields", { path, fields: { a: "%title%" } }],
      ["titleformat.evalFieldsBatch", { paths: [path], fields: { a: "%title%" } }],
    ] as const
  ) {
    let ended = 0;
    for (let call = 0; call < 100; call++) void harness.call(name, params).then(() => ended++);
    assertLess(await mostInOneTurn(() => ended), 10, name);
  }
});
