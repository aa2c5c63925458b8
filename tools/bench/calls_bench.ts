/** Warm processes on one processor together with the client: round trips, with a native action, and 64 calls in flight. */

import { factsOf } from "../support/process_facts.ts";
import { type Client, withContenders } from "./contenders.ts";
import { Results, roundsOrDefault } from "./results.ts";

const TRIPS = 1000;
const FLIGHTS = 10_000;
/** Rounds that are not counted, until the engine has compiled hot code. */
const WARM_UP_ROUNDS = 6;

const rounds = roundsOrDefault(31);
await withContenders(async (contenders, start) => {
  const results = new Results();
  const clients = new Map<string, { readonly client: Client; readonly pid: number }>();
  for (const contender of contenders) {
    const client = start(contender);
    const { pid } = await client.start();
    clients.set(contender.name, { client, pid });
    await client.pin(pid);
  }
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    for (const [name, { client, pid }] of clients) {
      const trip = await client.ask("trip", TRIPS);
      const nested = await client.ask("nested", TRIPS / 2);
      const flight = await client.ask("flight", FLIGHTS);
      if (round < 0) continue;
      const add = (row: string, value = NaN) => results.add(row, name, value / 1e3);
      add("a call and its answer, median, µs", trip["p50"]);
      add("a call and its answer, 99th percentile, µs", trip["p99"]);
      add("with a native action, median, µs", nested["p50"]);
      add("with a native action, 99th percentile, µs", nested["p99"]);
      add("64 in flight, time of a call, µs", (flight["ns"] ?? NaN) / FLIGHTS);
      add("64 in flight, processor time of a call, µs", (flight["cpu"] ?? NaN) / FLIGHTS);
      add("memory after it, kB", (await factsOf(pid)).memory);
    }
  }
  for (const { client } of clients.values()) await client.end();
  results.print();
});
