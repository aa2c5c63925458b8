/**
 * What an operation costs next to the bare JSON round trip of the bytes that its native action answers: the player is a
 * text, everything else is the bridge's own way from that text to the text of the result.
 *
 * @module
 */

// deno-lint-ignore-file no-console -- it prints a table

import type { Context } from "../../handlers/core/context.ts";
import { runOperation } from "../../handlers/core/application.ts";
import { namespaces, operationTable } from "../../handlers/mod.ts";
import { PluginRegistry } from "../../handlers/core/plugins.ts";
import { systemClock } from "../../host_stdio/clock.ts";
import { silentDiagnostics } from "../../host_stdio/diagnostics.ts";
import type { ActionName } from "../../host_stdio/native_actions.ts";
import { checkAnswer } from "../../host_stdio/native_requests.ts";
import type { Player } from "../../host_stdio/player.ts";

/** What is measured. */
export interface Contest {
  /** What the line of the table is called. */
  readonly title: string;
  /** Full name of the operation. */
  readonly operation: string;
  /** Its parameters. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** What the player answers to whatever it is asked, as JSON. */
  readonly answer: string;
  /** How often each is done for one measurement: small answers need many. */
  readonly repeat: number;
}

/**
 * Measures a contest, the two sides taking turns, and prints one line: the medians and their ratio.
 *
 * @param contest What is measured.
 * @param rounds How many measurements of each.
 */
export async function compare(contest: Contest, rounds = 41): Promise<void> {
  const { title, answer, repeat } = contest;
  const call = caller(contest);
  const bare = () => JSON.stringify(JSON.parse(answer));
  const times: Record<"bridge" | "bare", number[]> = { bridge: [], bare: [] };
  // A third of the rounds goes by unmeasured, until the engine has compiled what is hot.
  for (let round = -Math.floor(rounds / 3); round < rounds; round++) {
    let begin = performance.now();
    for (let n = 0; n < repeat; n++) await call();
    const bridge = performance.now() - begin;
    begin = performance.now();
    for (let n = 0; n < repeat; n++) bare();
    const echo = performance.now() - begin;
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

/** The operation as a function from nothing to the text of its result. */
function caller({ operation: name, params = {}, answer }: Contest): () => Promise<string> {
  const operation = operationTable.get(name);
  if (!operation) throw new Error(`no operation ${name}`);
  const player: Player = {
    request: (action: ActionName) => Promise.resolve(checkAnswer(action, JSON.parse(answer)) as never),
  };
  const emit = () => {};
  const state = namespaces.find((namespace) => name.startsWith(`${namespace.name}.`))?.createState({
    player: { ...player, tell: () => {} },
    clock: systemClock,
    emit,
    diagnostics: silentDiagnostics,
    isOutputFull: () => false,
    logDirectory: "/nonexistent",
    apis: { operations: operationTable, plugins: new PluginRegistry(() => false), version: "0.0.0" },
  });
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

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

function milliseconds(time: number): string {
  return `${time.toFixed(3).padStart(8)} ms`;
}
