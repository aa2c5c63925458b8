/**
 * More than a bridge can be expected to bear: players that do not read, that write without end, thousands of panels and
 * calls, a flood of events. Its memory stays bounded, what it has accepted is done, what it refuses is told so.
 *
 * @module
 */

import { rpcErrors } from "../../host_stdio/errors.ts";
import { BridgeChild } from "./bridge_child.ts";
import { joined, notificationFrame, requestFrame, resultFrame } from "../../tools/support/frames.ts";
import { BrokenPromise } from "./ledger.ts";
import { canTell, factsOf } from "./process_facts.ts";

/** How a bridge has borne a load. */
export interface LoadReport {
  /** Calls that were answered with a result. */
  readonly answered: number;
  /** Calls that were refused with -32004. */
  readonly refused: number;
  /** The most memory that the bridge has had, in bytes; NaN where the machine does not tell. */
  readonly peak: number;
}

const MIB = 1024 * 1024;
/** How long a bridge may make no headway, in milliseconds. */
const PATIENCE_MS = 30_000;

/** A bridge under load: every answer is counted, each may come once. */
class LoadedBridge {
  readonly child: BridgeChild;
  answered = 0;
  refused = 0;
  peak = NaN;
  failure: BrokenPromise | undefined;
  /** Takes native actions and events. */
  onMessage: (message: WireMessage) => void = () => {};
  readonly #waiting = new Set<string | number>();

  constructor(directory: string, flags: readonly string[] = []) {
    this.child = new BridgeChild({ directory, flags, onBody: (body) => this.#take(JSON.parse(body)) });
  }

  get outstanding(): number {
    return this.#waiting.size;
  }

  /** Makes a call; settles when the bridge has taken it. */
  call(id: string | number, method: string, params?: unknown, panel?: string): Promise<void> {
    this.#waiting.add(id);
    return this.child.send(requestFrame(id, method, params, panel));
  }

  /** Makes calls, all in one piece. */
  callAll(ids: readonly (string | number)[], method: string, params?: unknown): Promise<void> {
    for (const id of ids) this.#waiting.add(id);
    return this.child.send(joined(...ids.map((id) => requestFrame(id, method, params))));
  }

  /** Waits for something; fails when the bridge makes no headway. */
  async until(what: string, isSo: () => boolean): Promise<void> {
    let headway = performance.now();
    let before = "";
    while (!isSo()) {
      if (this.failure) throw this.failure;
      await this.look();
      const { bodies, unsent } = this.child;
      if (before !== `${bodies} ${unsent}`) headway = performance.now();
      else if (performance.now() - headway > PATIENCE_MS) {
        throw new BrokenPromise(`${what}: the bridge hangs`);
      }
      before = `${bodies} ${unsent}`;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Looks at its memory. */
  async look(): Promise<void> {
    if (!canTell) return;
    try {
      this.peak = (await factsOf(this.child.process.pid)).peak;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  /** Ends it well. */
  async end(): Promise<LoadReport> {
    await this.until("it does not answer all", () => this.outstanding === 0);
    await this.look();
    await this.child.endInput();
    const { code } = await this.child.ended();
    if (this.failure) throw this.failure;
    if (code !== 0) throw new BrokenPromise(`the bridge has ended with ${code}: ${this.child.stderr}`);
    const { answered, refused, peak } = this;
    return { answered, refused, peak };
  }

  #take(message: WireMessage): void {
    const { id, method, error } = message;
    if (method !== undefined) return this.onMessage(message);
    if (id === undefined || id === null || !this.#waiting.delete(id)) {
      this.failure ??= new BrokenPromise(
        `an answer that nobody waits for: ${JSON.stringify(message).slice(0, 200)}`,
      );
    }
    if (error?.code === rpcErrors.overloaded.code) this.refused++;
    else if (error === undefined) this.answered++;
    else this.failure ??= new BrokenPromise(`a call has failed: ${JSON.stringify(error)}`);
  }
}

/** A message of the bridge, as far as it is looked at here. */
interface WireMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: { readonly event?: string; readonly data?: { readonly value?: number } };
  readonly error?: { readonly code: number };
}

/** Runs a load on a bridge of its own. */
async function loaded(
  directory: string,
  flags: readonly string[],
  load: (bridge: LoadedBridge) => Promise<void>,
): Promise<LoadReport> {
  const bridge = new LoadedBridge(directory, flags);
  try {
    await load(bridge);
    return await bridge.end();
  } finally {
    await bridge.child.dispose();
  }
}

/**
 * A player that writes much before it reads anything: the bridge takes all of it, since refusals are short.
 *
 * @param megabytes How much it writes, in MiB.
 * @param directory The bridge's working directory.
 * @returns How the bridge has borne it.
 * @throws {BrokenPromise} When the two block each other or an answer is missing.
 */
export function writeBeforeReading(megabytes: number, directory: string): Promise<LoadReport> {
  return loaded(directory, [], async (bridge) => {
    bridge.child.hold();
    const message = "x".repeat(MIB - 200);
    for (let count = 0; count < megabytes; count++) {
      const kind = count % 5;
      if (kind < 3) void bridge.call(count, "test.echo", { message });
      else if (kind === 3) void bridge.call(count, "log.write", { message, append: false });
      else void bridge.child.send(notificationFrame("signal.unknown", { message }));
      // Our own memory is not what is tried.
      await bridge.until("it does not take all", () => bridge.child.unsent < 8 * MIB);
    }
    await bridge.until("it does not take all", () => bridge.child.unsent === 0);
    bridge.child.release();
  });
}

/**
 * A player that never reads, and calls on: the bridge first refuses, then stops reading, and its memory stays bounded.
 * When the player reads at last, every call is answered or was told that it was refused.
 *
 * @param calls How many calls.
 * @param queueBytes The bridge's queue, in bytes.
 * @param directory The bridge's working directory.
 * @returns How the bridge has borne it.
 * @throws {BrokenPromise} When an answer is missing.
 */
export function neverRead(calls: number, queueBytes: number, directory: string): Promise<LoadReport> {
  return loaded(directory, [`--max-queue-bytes=${queueBytes}`], async (bridge) => {
    bridge.child.hold();
    const message = "x".repeat(1000);
    const sent: Promise<void>[] = [];
    for (let first = 0; first < calls; first += 100) {
      const ids = Array.from({ length: Math.min(100, calls - first) }, (_, index) => first + index);
      sent.push(bridge.callAll(ids, "test.echo", { message }));
    }
    // Full on both sides: for so long nothing moves.
    for (let still = 0, before = -1; still < 50 && bridge.child.unsent > 0; before = bridge.child.unsent) {
      still = bridge.child.unsent === before ? still + 1 : 0;
      await bridge.look();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    bridge.child.release();
    await Promise.all(sent);
  });
}

/**
 * Many calls under way at once, each of which waits for the player.
 *
 * @param calls How many.
 * @param directory The bridge's working directory.
 * @returns How the bridge has borne it.
 * @throws {BrokenPromise} When it does not serve on meanwhile or an answer is missing.
 */
export function fillWithCalls(calls: number, directory: string): Promise<LoadReport> {
  return loaded(directory, [], async (bridge) => {
    const asked: (string | number)[] = [];
    let heard = 0;
    bridge.onMessage = ({ id }) => {
      heard++;
      if (id !== undefined && id !== null) asked.push(id);
    };
    for (let first = 0; first < calls; first += 1000) {
      const ids = Array.from({ length: Math.min(1000, calls - first) }, (_, index) => first + index);
      await bridge.callAll(ids, "clipboard.read", {});
    }
    await bridge.until("it does not ask for all", () => heard + bridge.refused === calls);
    // Full as it is, it serves whoever closes a panel or asks for little.
    await bridge.child.send(notificationFrame("bridge.panelClosed", { panel: "p0" }));
    if (bridge.refused === 0) {
      await bridge.call("ping", "test.ping");
      await bridge.until("it does not serve on", () => bridge.answered === 1);
    }
    const result = { text: "x", files: null, hasImage: false };
    for (let last = asked.length; last > 0; last -= 1000) {
      const ids = asked.slice(Math.max(0, last - 1000), last).reverse();
      await bridge.child.send(joined(...ids.map((id) => resultFrame(id, result))));
    }
  });
}

/**
 * A flood of events at a player that reads slowly: none is lost or out of order, and memory stays bounded.
 *
 * @param events How many.
 * @param queueBytes The bridge's queue, in bytes.
 * @param directory The bridge's working directory.
 * @returns How the bridge has borne it.
 * @throws {BrokenPromise} When an event is lost, out of order or sent twice.
 */
export function floodWithEvents(events: number, queueBytes: number, directory: string): Promise<LoadReport> {
  return loaded(directory, [`--max-queue-bytes=${queueBytes}`], async (bridge) => {
    let next = 0;
    bridge.onMessage = ({ id, method, params }) => {
      if (method === "player.overlay.open") {
        void bridge.child.send(resultFrame(id ?? 0, {}));
      } else if (params?.event === "menu:valueChanged") {
        if (params.data?.value !== next) {
          bridge.failure ??= new BrokenPromise(`event ${params.data?.value} came instead of ${next}`);
        }
        next++;
        // Slowly: now and then the reader rests.
        if (next % 2000 === 0) {
          bridge.child.hold();
          setTimeout(() => bridge.child.release(), 5);
        }
      }
    };
    const items = [{ id: "s", label: "s", type: "slider", min: 0, max: events, value: 0 }];
    await bridge.call("show", "menu.show", { items }, "p1");
    await bridge.until("the menu does not open", () => bridge.answered === 1);
    for (let value = 0; value < events; value += 500) {
      const frames = Array.from(
        { length: Math.min(500, events - value) },
        (_, index) =>
          notificationFrame("signal.overlayValueChanged", {
            menuId: "menu-1",
            itemId: "s",
            value: value + index,
          }),
      );
      await bridge.child.send(joined(...frames));
    }
    await bridge.until("events are missing", () => next === events);
  });
}

/**
 * Many panels: each calls, opens a menu that takes the place of the one before, and closes.
 *
 * @param panels How many.
 * @param directory The bridge's working directory.
 * @returns How the bridge has borne it.
 * @throws {BrokenPromise} When an answer or a `menu:dismiss` is missing.
 */
export function openPanels(panels: number, directory: string): Promise<LoadReport> {
  return loaded(directory, [], async (bridge) => {
    let dismissed = 0;
    const config = {
      enableDragDrop: true,
      grabFocus: false,
      panelName: "x",
      transparentBackground: false,
    };
    bridge.onMessage = ({ id, method, params }) => {
      if (method === "event") {
        if (params?.event === "menu:dismiss") dismissed++;
      } else {
        const result = method?.startsWith("player.panel.") ? { config } : {};
        void bridge.child.send(resultFrame(id ?? 0, result));
      }
    };
    for (let first = 0; first < panels; first += 100) {
      const names = Array.from(
        { length: Math.min(100, panels - first) },
        (_, index) => `panel ${first + index}`,
      );
      for (const name of names) {
        void bridge.call(`${name} config`, "panel.getConfig", {}, name);
        void bridge.call(`${name} set`, "panel.setConfig", { panelName: name }, name);
        void bridge.call(`${name} log`, "console.log", { message: name }, name);
        void bridge.call(`${name} menu`, "menu.show", { items: [{ id: "a", label: name }] }, name);
      }
      await bridge.until("panels are not answered", () => bridge.outstanding === 0);
      for (const name of names) {
        void bridge.child.send(notificationFrame("bridge.panelClosed", { panel: name }));
      }
    }
    // The last menu goes with its panel.
    await bridge.until("menus are left open", () => dismissed === panels);
  });
}
