import { assert } from "@std/assert";
import { canTell } from "../../tools/support/process_facts.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL, whyLong } from "../support/test_all.ts";
import { killPlayer, killPoints, recordExchange } from "./support/killed_player.ts";

setDeadline(600_000);

Deno.test({
  name: "a bridge whose player is killed at any point ends with its logs intact" +
    leftOut("it starts many bridges"),
  ignore: !canTell || !TEST_ALL,
  fn: () =>
    inDirectory(async (directory) => {
      await Deno.mkdir(`${directory}/recorded`);
      const exchange = await recordExchange(`${directory}/recorded`);
      // Every eleventh point: some before a step, inside a length, inside a body and after a step.
      const every = whyLong("faults", "") === undefined ? 1 : 11;
      const points = killPoints(exchange).filter((_, index) => index % every === 0);
      assert(points.length >= 10 && new Set(points.map(({ bytes }) => bytes)).size > 4);
      await Promise.all([0, 1].map(async (half) => {
        for (const [index, point] of points.entries()) {
          if (index % 2 !== half) continue;
          await Deno.mkdir(`${directory}/${index}`);
          await killPlayer(exchange, point, `${directory}/${index}`);
        }
      }));
    }),
});
