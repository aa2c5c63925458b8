/** Kills the player at every point of a recorded exchange. The bridge must exit by itself, with intact log files. */

import { fromFileUrl } from "@std/path";
import type { BridgeClient } from "../../../clients/typescript/bridge_client.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";
import { FrameCutter } from "../../../tools/support/frames.ts";
import { ManualClock } from "../../../tools/support/manual_clock.ts";
import { runDeno } from "../../../tools/support/process.ts";
import { isRunning } from "../../../tools/support/process_facts.ts";
import { tappedBridge } from "../../../tools/support/wire_tap.ts";
import { waitFor } from "../../support/deadline.ts";
import type { Order } from "./doomed_player.ts";
import { ContractViolation } from "./response_tracker.ts";

/** Bytes that the player sends after it has read a number of bodies. */
interface Step {
  readonly afterBodies: number;
  readonly bytes: Uint8Array;
}

/** A log line, and the number of bodies after which the player knows that it is written. */
interface LoggedLine {
  readonly line: string;
  readonly afterBodies: number;
}

/** A recorded exchange. */
export interface Exchange {
  readonly steps: readonly Step[];
  readonly lines: readonly LoggedLine[];
}

const LOG = "webview_ui.log";
const stream = "https://radio.example/a.mp3";

/** The calls of the exchange, one after the other. A string is a line to log. */
const script: readonly (string | readonly [method: string, params: object])[] = [
  "first line",
  ["clipboard.write", { text: "x" }],
  ["menu.show", { items: [{ id: "a", label: "A" }] }],
  "second line",
  ["jitQueue.playNow", { trackId: "t1", url: stream }],
  ["jitQueue.enqueueNext", { trackId: "t2", url: stream }],
  "a line with é and 😀",
  ["queue.add", { playlist: 0, tracks: [0, 1] }],
  ["queue.moveToTop", { index: 1 }],
  ["menu.close", {}],
  ["log.read", {}],
  ["selection.get", {}],
  "last line",
  ["jitQueue.stop", {}],
];

/** Records an exchange with a bridge in a directory. */
export async function recordExchange(directory: string): Promise<Exchange> {
  const player = new ReferencePlayer({ clock: new ManualClock() });
  const steps: Step[] = [];
  const lines: LoggedLine[] = [];
  const cutter = new FrameCutter();
  let bodies = 0;
  const bridge = tappedBridge({ directory, actions: player.actions }, {
    hear(from, bytes) {
      if (from === "player") steps.push({ afterBodies: bodies, bytes: bytes.slice() });
      else bodies += [...cutter.texts(bytes)].length;
    },
  });
  player.onSignal((signal) => bridge.signal(signal));
  const invoke = bridge.invoke.bind(bridge) as BridgeClient["invoke"];
  for (const step of script) {
    if (typeof step === "string") {
      await bridge.invoke("log.write", { message: step, timestamp: false }, { panel: "p1" });
      lines.push({ line: `[INFO] ${step}`, afterBodies: bodies });
    } else await invoke(...step, { panel: "p1" });
  }
  await bridge.close();
  player.close();
  return { steps, lines };
}

/** A point at which the player is killed: after some bytes of a step. */
export interface KillPoint {
  readonly step: number;
  readonly bytes: number;
}

/** All points of an exchange: before each step, inside a length, inside a body, and after the step. */
export function killPoints({ steps }: Exchange): KillPoint[] {
  return steps.flatMap(({ bytes: { length } }, step) =>
    [0, 2, 4 + Math.floor((length - 4) / 2), length].map((bytes) => ({ step, bytes }))
  );
}

/**
 * Replays an exchange in a process that kills itself with SIGKILL at a point.
 *
 * @param directory The bridge's working directory, empty.
 * @returns How long the bridge has run after that, in milliseconds.
 * @throws {ContractViolation} When the bridge does not exit, or a line is lost or torn.
 */
export async function killPlayer(exchange: Exchange, point: KillPoint, directory: string): Promise<number> {
  const order: Order = {
    directory,
    steps: exchange.steps.slice(0, point.step + 1).map(({ afterBodies, bytes }, step) => ({
      afterBodies,
      bytes: [...step === point.step ? bytes.subarray(0, point.bytes) : bytes],
    })),
  };
  const config = fromFileUrl(new URL("../../../deno.json", import.meta.url));
  const player = fromFileUrl(new URL("doomed_player.ts", import.meta.url));
  const { stdout, stderr } = await runDeno(
    ["run", "--allow-all", "--no-check", "--config", config, player, JSON.stringify(order)],
  );
  const killed = performance.now();
  const pid = Number(stdout);
  if (!(pid > 0) || stderr !== "") throw new Error(`the player has failed: ${stdout}${stderr}`);
  const place = `player killed at step ${point.step}, byte ${point.bytes}`;
  try {
    await waitFor(`the end of the bridge, ${place}`, async () => !await isRunning(pid));
  } catch (error) {
    Deno.kill(pid, "SIGKILL");
    throw error;
  }
  const lifetime = performance.now() - killed;
  await checkLog(exchange, point, directory, place);
  return lifetime;
}

/** Checks that every answered line is in the log, and every line is whole and in order. */
async function checkLog(
  { steps, lines }: Exchange,
  { step }: KillPoint,
  directory: string,
  place: string,
): Promise<void> {
  const read = steps[step]?.afterBodies ?? 0;
  const answered = lines.filter(({ afterBodies }) => afterBodies <= read).length;
  const text = await Deno.readTextFile(`${directory}/${LOG}`).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  });
  const found = text.split("\n");
  const isWhole = found.pop() === "" && found.every((line, index) => line === lines[index]?.line);
  if (!isWhole || found.length < answered) {
    throw new ContractViolation(
      `${place}: ${answered} lines were answered, the log is ${JSON.stringify(text)}`,
    );
  }
}
