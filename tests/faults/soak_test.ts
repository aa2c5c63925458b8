import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { BridgeClient } from "../../clients/typescript/bridge_client.ts";
import { BridgeError } from "../../clients/typescript/errors.ts";
import { memoryPipe } from "../../clients/typescript/streams.ts";
import { rpcErrors } from "../../host_stdio/errors.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { connectInProcess } from "../../tools/support/bridge_in_process.ts";
import { ManualClock } from "../../tools/support/manual_clock.ts";
import { canTell } from "../../tools/support/process_facts.ts";
import { SeededRandom } from "../../tools/support/random.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL, whyLong } from "../support/test_all.ts";
import { calls as corpus, validCall } from "./support/corpus.ts";
import { CALLS_OF_AN_HOUR, soak } from "./support/soak.ts";

setDeadline(120_000);

Deno.test("an hour of mixed traffic leaves no timers and never has many", () =>
  inDirectory(async (directory) => {
    const chance = new SeededRandom(1);
    const clock = new ManualClock();
    const player = new ReferencePlayer({ clock });
    const [toBridge, toPlayer] = [memoryPipe(), memoryPipe()];
    const defects: string[] = [];
    const diagnostics = {
      report: (_level: string, message: string) => void (message.includes("defect") && defects.push(message)),
    };
    const connection = connectInProcess({
      source: toBridge.source,
      sink: toPlayer.sink,
      clock,
      diagnostics,
      logDirectory: directory,
    });
    const running = connection.run().finally(() => toPlayer.sink.end());
    const client = new BridgeClient({
      source: toPlayer.source,
      sink: toBridge.sink,
      actions: player.actions,
    });
    player.onSignal((signal) => client.signal(signal));

    const called = new Set<string>();
    let mostTimers = 0;
    const end = clock.now() + 3_600_000;
    while (clock.now() < end) {
      const { method, params, panel } = validCall(chance);
      try {
        await client.invoke(method, params, { panel });
      } catch (error) {
        if (!(error instanceof BridgeError)) throw error;
        assert(error.code !== rpcErrors.internal.code);
      }
      called.add(method);
      clock.advance(4000);
      mostTimers = Math.max(mostTimers, clock.pendingTimers);
    }
    for (const method of Object.keys(corpus)) assert(called.has(method), `${method} was called`);
    assertLessOrEqual(mostTimers, 8);
    player.close();
    await client.close();
    assertEquals(await running, "end");
    assertEquals([clock.pendingTimers, defects], [0, []]);
  }));

Deno.test({
  name: "mixed traffic leaves no open files and no threads" +
    leftOut("it takes some seconds"),
  ignore: !canTell || !TEST_ALL,
  fn: () =>
    inDirectory(async (directory) => {
      const { calls, events, samples } = await soak({
        milliseconds: 60_000,
        calls: 3000,
        seed: 1,
        directory,
      });
      assert(calls >= 3000 && events > 0 && samples.length > 5);
      const [first] = samples;
      for (const { handles, threads } of samples) {
        assertLessOrEqual(handles, (first?.handles ?? 0) + 8);
        assertLessOrEqual(threads, (first?.threads ?? 0) + 8);
      }
    }),
});

const why = whyLong("faults", "it is eight hours of heavy use");

Deno.test({
  name: `eight hours of mixed traffic do not raise memory${why === undefined ? "" : ` [left out: ${why}]`}`,
  ignore: !canTell || why !== undefined,
  timeout: 1_800_000,
  fn: () =>
    inDirectory(async (directory) => {
      // The heap reaches its size within the first quarter.
      const calls = CALLS_OF_AN_HOUR * 8;
      const report = await soak({ milliseconds: Infinity, calls, seed: 1, directory });
      // The engine's own fluctuation is up to 8 MiB.
      assertLessOrEqual(report.slope * (CALLS_OF_AN_HOUR / 1000), 8 * 1024 * 1024);
    }),
});
