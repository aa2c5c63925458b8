/** The measures, and the rounds in which all contenders are measured one after the other. */

import type { Contender, Field } from "./contenders.ts";
import { Driver } from "./driver.ts";
import type { Series } from "./statistics.ts";

/** One measure. */
export interface Measure {
  readonly title: string;
  readonly unit: string;
  /** The number of the client's units in one unit of the table. */
  readonly scale: number;
  /** Decimal places. */
  readonly digits: number;
  readonly moreIsBetter?: true;
}

const microseconds = { unit: "µs", scale: 1e3, digits: 1 } as const;
const milliseconds = { unit: "ms", scale: 1e6, digits: 1 } as const;
const megabytes = { unit: "MB", scale: 1e6, digits: 1 } as const;

/** All measures, in the order of the table. */
export const measures = {
  start: { title: "start to the first answer", ...milliseconds },
  trip50: { title: "round trip, p50", ...microseconds },
  trip99: { title: "round trip, p99", ...microseconds },
  nested50: { title: "with a native action, p50", ...microseconds },
  nested99: { title: "with a native action, p99", ...microseconds },
  flight: { title: "64 in flight", unit: "messages/s", scale: 1, digits: 0, moreIsBetter: true },
  flightCpu: { title: "64 in flight, processor time of a message", ...microseconds, digits: 2 },
  burst: {
    title: "64 in flight, written together",
    unit: "messages/s",
    scale: 1,
    digits: 0,
    moreIsBetter: true,
  },
  burstCpu: {
    title: "64 in flight, written together, processor time of a message",
    ...microseconds,
    digits: 2,
  },
  request: { title: "20 MB request", ...milliseconds },
  requestCpu: { title: "20 MB request, processor time", ...milliseconds },
  answer: { title: "20 MB answer", ...milliseconds },
  dribble: { title: "1 MB in writes of one byte", ...milliseconds, digits: 0 },
  idle: { title: "memory, idle", ...megabytes },
  loaded: { title: "memory after load", ...megabytes },
  requestPeak: { title: "memory at the peak of the 20 MB request", ...megabytes },
  answerPeak: { title: "memory at the peak of the 20 MB answer", ...megabytes },
} as const satisfies Record<string, Measure>;

export type MeasureKey = keyof typeof measures;

/** The measurements of one contender. */
export type Results = Record<MeasureKey, Series>;

/** Messages in one measurement. */
const TRIPS = 1000;
const NESTED = 500;
const FLIGHTS = 10_000;
/** Rounds that are not counted, until the engines have compiled hot code. */
const WARM_UP_ROUNDS = 6;
const LARGE_BYTES = 20_000_000;
const DRIBBLE_BYTES = 1_000_000;
/** Writes of one byte take seconds and vary little, so they are measured in every fifth round. */
const ROUNDS_OF_DRIBBLE = 5;
/** The wait before the idle memory of a new process is read, in milliseconds. */
const SETTLE_MS = 100;

export type Progress = (text: string) => void;

/**
 * Measures all contenders.
 *
 * @param directory Their working directory.
 * @returns The results by name of contender.
 */
export async function measureAll(
  field: Field,
  rounds: number,
  directory: string,
  progress: Progress,
): Promise<Map<string, Results>> {
  const results = new Map<string, Record<MeasureKey, number[]>>();
  const keys = Object.keys(measures) as MeasureKey[];
  for (const { name } of field.contenders) {
    results.set(
      name,
      Object.fromEntries(keys.map((key) => [key, []])) as unknown as Record<MeasureKey, number[]>,
    );
  }
  const add = ({ name }: Contender, key: MeasureKey, value: number | undefined): void => {
    if (value === undefined) throw new Error(`${name}: the client has not reported ${key}`);
    results.get(name)?.[key].push(value);
  };

  await measureFresh(field, rounds, directory, add, progress);
  await measureWarm(field, rounds, directory, add, progress);
  return results;
}

type Add = (contender: Contender, key: MeasureKey, value: number | undefined) => void;

/** Measures start, memory and large messages, each with a new process on all processors. */
async function measureFresh(
  { client, contenders }: Field,
  rounds: number,
  directory: string,
  add: Add,
  progress: Progress,
): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    progress(`fresh processes, round ${round + 1} of ${rounds}`);
    for (const contender of rotated(contenders, round)) {
      const driver = new Driver(client, contender, directory);
      const { ns } = await driver.ask("start");
      add(contender, "start", ns);
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      add(contender, "idle", (await driver.ask("memory"))["now"]);
      const request = await driver.ask("request", LARGE_BYTES);
      add(contender, "request", request["ns"]);
      add(contender, "requestCpu", request["cpu"]);
      add(contender, "requestPeak", (await driver.ask("memory"))["peak"]);
      await driver.ask("forget");
      add(contender, "answer", (await driver.ask("answer", LARGE_BYTES))["ns"]);
      add(contender, "answerPeak", (await driver.ask("memory"))["peak"]);
      if (round % ROUNDS_OF_DRIBBLE === 0) {
        add(contender, "dribble", (await driver.ask("dribble", DRIBBLE_BYTES))["ns"]);
      }
      await driver.ask("stop");
      await driver.end();
    }
  }
}

/** Measures warm processes on one processor together with the client. */
async function measureWarm(
  { client, contenders }: Field,
  rounds: number,
  directory: string,
  add: Add,
  progress: Progress,
): Promise<void> {
  const drivers = new Map<Contender, Driver>();
  for (const contender of contenders) {
    const driver = new Driver(client, contender, directory);
    drivers.set(contender, driver);
    await driver.ask("start");
    await driver.ask("pin", navigator.hardwareConcurrency - 1);
  }
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    progress(round < 0 ? "warming up" : `warm processes, round ${round + 1} of ${rounds}`);
    for (const [contender, driver] of rotated([...drivers], round + WARM_UP_ROUNDS)) {
      const trip = await driver.ask("trip", TRIPS);
      const nested = await driver.ask("nested", NESTED);
      const flight = await driver.ask("flight", FLIGHTS);
      const burst = await driver.ask("burst", FLIGHTS);
      if (round < 0) continue;
      add(contender, "trip50", trip["p50"]);
      add(contender, "trip99", trip["p99"]);
      add(contender, "nested50", nested["p50"]);
      add(contender, "nested99", nested["p99"]);
      add(contender, "flight", FLIGHTS / ((flight["ns"] ?? NaN) / 1e9));
      add(contender, "flightCpu", (flight["cpu"] ?? NaN) / FLIGHTS);
      add(contender, "burst", FLIGHTS / ((burst["ns"] ?? NaN) / 1e9));
      add(contender, "burstCpu", (burst["cpu"] ?? NaN) / FLIGHTS);
      add(contender, "loaded", (await driver.ask("memory"))["now"]);
    }
  }
  for (const driver of drivers.values()) {
    await driver.ask("stop");
    await driver.end();
  }
}

/** Rotates the order in each round, so that no contender always follows the same one. */
function rotated<Item>(items: readonly Item[], round: number): readonly Item[] {
  const first = round % items.length;
  return [...items.slice(first), ...items.slice(0, first)];
}
