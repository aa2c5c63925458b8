/**
 * Compares the cost of an operation with a bare JSON round trip of its native action's result. The player is a JSON text, so
 * the measured time is that of the bridge, from this text to the text of the operation's result.
 */

// deno-lint-ignore-file no-console -- it prints a table

import { allNamespaces, allOperationTable } from "../../handlers/all.ts";
import type { Context } from "../../handlers/core/context.ts";
import type { ConnectionContext } from "../../handlers/core/namespace.ts";
import { PluginRegistry } from "../../handlers/core/plugins.ts";
import { runOperation } from "../../handlers/core/run_operation.ts";
import type { ActionName } from "../../host_stdio/api/native_actions.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import { silentDiagnostics } from "../../host_stdio/diagnostics.ts";
import { checkAnswer } from "../../host_stdio/native_requests.ts";
import type { Player } from "../../host_stdio/player.ts";
import { median } from "./statistics.ts";

/** One comparison. */
export interface Comparison {
  readonly title: string;
  readonly operation: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** The result of every native action, as JSON; the bare round trip parses and writes it. */
  readonly answer: string;
  /** The results of the native actions, when they differ. */
  readonly answers?: (action: ActionName, params: unknown) => string;
  /** Number of calls in one measurement. */
  readonly repeat: number;
}

/** Measures both sides in turn, and prints the medians and their ratio. */
export async function compare(comparison: Comparison, rounds = 41): Promise<void> {
  const { title, answer, repeat } = comparison;
  const call = caller(comparison);
  const bare = () => JSON.stringify(JSON.parse(answer));
  const times: Record<"bridge" | "bare", number[]> = { bridge: [], bare: [] };
  // Warm-up: a third of the rounds runs unmeasured first, so that the engine compiles the hot code.
  for (let round = -Math.floor(rounds / 3); round < rounds; round++) {
    let start = performance.now();
    for (let n = 0; n < repeat; n++) await call();
    const bridge = performance.now() - start;
    start = performance.now();
    for (let n = 0; n < repeat; n++) bare();
    const echo = performance.now() - start;
    if (round < 0) continue;
    times.bridge.push(bridge / repeat);
    times.bare.push(echo / repeat);
  }
  const [bridge, echo] = [median(times.bridge), median(times.bare)];
  const kilobytes = (answer.length / 1000).toFixed(0);
  console.log(
    `${title.padEnd(48)} ${kilobytes.padStart(6)} kB ${milliseconds(bridge)} bridge ${
      milliseconds(echo)
    } bare ` +
      `${(bridge / echo).toFixed(2)} times`,
  );
}

/** Returns a function that calls the operation and returns its result as JSON. */
function caller(
  { operation: name, params = {}, answer, answers = () => answer }: Comparison,
): () => Promise<string> {
  const operation = allOperationTable.get(name);
  if (!operation) throw new Error(`no operation ${name}`);
  const player: Player = {
    request: (action: ActionName, given: unknown) =>
      Promise.resolve(checkAnswer(action, JSON.parse(answers(action, given))) as never),
  };
  const emit = () => {};
  const connection: ConnectionContext = {
    player: { ...player, tell: () => {} },
    clock: systemClock,
    emit,
    diagnostics: silentDiagnostics,
    disk: Deno,
    isOutputFull: () => false,
    outputRead: () => Promise.resolve(),
    startTimeoutMs: 15_000,
    logDirectory: "/nonexistent",
    apis: {
      operations: allOperationTable,
      plugins: new PluginRegistry(() => false),
      extensions: new Map(),
      version: "0.0.0",
    },
    part: (part) => part.createState(connection),
  };
  const namespace = allNamespaces.find((each) => name.startsWith(`${each.name}.`));
  const state = namespace?.createState(connection);
  const context: Context = {
    panel: "p1",
    player,
    signal: new AbortController().signal,
    answered: Promise.resolve(),
    clock: systemClock,
    emit,
    state,
  };
  return async () => JSON.stringify(await runOperation(operation, params, context));
}

function milliseconds(time: number): string {
  return `${time.toFixed(3).padStart(8)} ms`;
}
