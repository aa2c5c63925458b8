import { assert } from "@std/assert";
import { killPlayer, killPoints, recordExchange } from "../../tools/torture/killed_player.ts";
import { canTell } from "../../tools/torture/process_facts.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";

setDeadline(120_000);

Deno.test({
  name: "a bridge whose player is killed at any point ends with its logs intact" +
    leftOut("it starts many bridges"),
  ignore: !canTell || !TEST_ALL,
  fn: () =>
    inDirectory(async (directory) => {
      await Deno.mkdir(`${directory}/recorded`);
      const exchange = await recordExchange(`${directory}/recorded`);
      // Every eleventh point: some before a step, inside a length, inside a body and after a step.
      const points = killPoints(exchange).filter((_, index) => index % 11 === 0);
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
