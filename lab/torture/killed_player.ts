/**
 * SIGKILL of the player at every point of a recorded exchange: the bridge ends by itself, and its logs are intact.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";
import { BrokenPromise } from "./ledger.ts";
import { isRunning } from "./process_facts.ts";
import type { RecordedExchange } from "./recorded_exchange.ts";
import type { Doom } from "./doomed_player.ts";

const doomedPlayer = new URL("doomed_player.ts", import.meta.url).href;
const config = fromFileUrl(new URL("../../deno.json", import.meta.url));

/** Where a player dies: at which step, and how many bytes of it it has sent. */
export interface DeathPoint {
  readonly step: number;
  readonly bytes: number;
}

/** How long a bridge may take to end, at the most, in milliseconds; what is promised is one second. */
const GIVEN_UP_MS = 10_000;

/**
 * Lists the points of an exchange at which a player can die: before each step, inside a length, inside a body, and behind
 * the step, whose answers then come to nobody.
 *
 * @param exchange The exchange.
 * @returns The points in order.
 */
export function deathPoints({ steps }: RecordedExchange): DeathPoint[] {
  return steps.flatMap(({ bytes: { length } }, step) =>
    [0, 2, 4 + Math.floor((length - 4) / 2), length].map((bytes) => ({ step, bytes }))
  );
}

/**
 * Lets a player die.
 *
 * @param exchange The exchange that it replays.
 * @param point Where it dies.
 * @param directory The bridge's working directory, empty.
 * @returns How long the bridge has lived on, in milliseconds.
 * @throws {BrokenPromise} When it does not end, or has lost or torn a line.
 */
export async function killPlayer(
  exchange: RecordedExchange,
  point: DeathPoint,
  directory: string,
): Promise<number> {
  const doom: Doom = {
    directory,
    steps: exchange.steps.map(({ after, bytes }) => ({ after, bytes: btoa(String.fromCharCode(...bytes)) })),
    ...point,
  };
  const player = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--no-check", "--config", config, doomedPlayer]
      .concat(JSON.stringify(doom)),
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const [text, { signal }] = await Promise.all([new Response(player.stdout).text(), player.status]);
  const died = performance.now();
  const pid = Number(text);
  if (signal !== "SIGKILL" || !(pid > 0)) throw new Error(`the player has not died as planned: ${text}`);
  const place = `player killed at step ${point.step}, byte ${point.bytes}`;
  while (await isRunning(pid)) {
    if (performance.now() - died > GIVEN_UP_MS) {
      Deno.kill(pid, "SIGKILL");
      throw new BrokenPromise(`${place}: the bridge lives on`);
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const lived = performance.now() - died;
  await checkLogs(exchange, point, directory, place);
  return lived;
}

/** Every line that was answered is there, every line is whole and in its place, and nothing else is. */
async function checkLogs(
  { steps, lines }: RecordedExchange,
  { step }: DeathPoint,
  directory: string,
  place: string,
): Promise<void> {
  const known = steps[step]?.after ?? 0;
  for (const file of new Set(lines.map((line) => line.file))) {
    const expected = lines.filter((line) => line.file === file);
    const answered = expected.filter(({ answeredAfter }) => answeredAfter <= known).length;
    const text = await textOf(`${directory}/${file}`);
    const found = text.split("\n");
    const isWhole = found.pop() === "" && found.every((line, index) => line === expected[index]?.line);
    if (!isWhole || found.length < answered) {
      throw new BrokenPromise(
        `${place}: ${answered} lines of ${file} were answered, it holds ${JSON.stringify(text)}`,
      );
    }
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
