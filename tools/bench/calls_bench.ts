/** Warm processes on one processor together with the client: round trips, with a native action, and 64 calls in flight. */

import { type Client, withContenders } from "./contenders.ts";
import { Results, roundsOrDefault } from "./results.ts";

const TRIPS = 1000;
const FLIGHTS = 10_000;
/** Rounds that are not counted, until the engine has compiled hot code. */
const WARM_UP_ROUNDS = 6;

await withContenders(async (contenders, start) => {
  const results = new Results();
  const clients = new Map<string, Client>();
  for (const contender of contenders) {
    const client = start(contender);
    clients.set(contender.name, client);
    await client.ask("start");
    await client.ask("pin", navigator.hardwareConcurrency - 1);
  }
  for (let round = -WARM_UP_ROUNDS; round < roundsOrDefault(31); round++) {
    for (const [name, client] of clients) {
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
      add("memory after it, kB", (await client.ask("memory"))["now"]);
    }
  }
  for (const client of clients.values()) await client.end();
  results.print();
});
