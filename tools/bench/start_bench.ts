/**
 * New processes: the start to the answer of the first call, `test.ping` or `queue.add` with two native actions, the memory after
 * it, and a request of 20 MB. Of a start the least of many counts, because all that the machine does beside only adds to it.
 */

import { factsOf } from "../support/process_facts.ts";
import { withContenders } from "./contenders.ts";
import { Results, roundsOrDefault } from "./results.ts";

/** The wait before the idle memory of a new process is read, in milliseconds. */
const SETTLE_MS = 100;
const LARGE_BYTES = 20_000_000;

const rounds = roundsOrDefault(30);
await withContenders(async (contenders, start) => {
  const results = new Results();
  for (let round = rounds; round > 0; round--) {
    for (const contender of contenders) {
      for (const [index, call] of ["test.ping", "queue.add"].entries()) {
        const add = (row: string, value = NaN) => results.add(row, contender.name, value / 1e6);
        const client = start(contender);
        const { ns, pid } = await client.start(index === 1);
        add(`start to the answer of ${call}, ms`, ns);
        await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
        add(`memory after ${call}, MB`, (await factsOf(pid)).memory);
        if (index === 0) {
          add("request of 20 MB, ms", (await client.ask("request", LARGE_BYTES))["ns"]);
          add("memory at its peak, MB", (await factsOf(pid)).peak);
        }
        await client.end();
      }
    }
  }
  results.print();
});
