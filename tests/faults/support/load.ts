/**
 * Overload: players that do not read, large input, thousands of panels and calls, a flood of events. Memory stays bounded,
 * accepted calls are carried out, and refused ones are answered.
 */

import { rpcErrors } from "../../../host_stdio/errors.ts";
import { joined, notificationFrame, requestFrame, resultFrame } from "../../../tools/support/frames.ts";
import { canTell, factsOf } from "../../../tools/support/process_facts.ts";
import { waitFor } from "../../support/deadline.ts";
import { BridgeChild } from "./bridge_child.ts";
import { ContractViolation } from "./response_tracker.ts";

/** The result of a load. */
export interface LoadReport {
  /** Calls that were answered with a result. */
  readonly answered: number;
  /** Calls that were refused with -32004. */
  readonly refused: number;
  /** Peak memory of the bridge, in bytes; NaN when this machine does not report it. */
  readonly peak: number;
}

const MIB = 1024 * 1024;

/** A bridge under load. Counts the responses and checks that each is pending. */
class LoadedBridge {
  readonly child: BridgeChild;
  answered = 0;
  refused = 0;
  peak = NaN;
  failure: ContractViolation | undefined;
  /** Receives native actions and events. */
  onMessage: (message: WireMessage) => void = () => {};
  readonly #waiting = new Set<string | number>();

  constructor(directory: string, flags: readonly string[] = []) {
    this.child = new BridgeChild({ directory, flags, onBody: (body) => this.#take(JSON.parse(body)) });
  }

  get pending(): number {
    return this.#waiting.size;
  }

  /** Sends a call. Settles when the bridge has taken it. */
  call(id: string | number, method: string, params?: unknown, panel?: string): Promise<void> {
    this.#waiting.add(id);
    return this.child.send(requestFrame(id, method, params, panel));
  }

  /** Sends calls in one write. */
  callAll(ids: readonly (string | number)[], method: string, params?: unknown): Promise<void> {
    for (const id of ids) this.#waiting.add(id);
    return this.child.send(joined(...ids.map((id) => requestFrame(id, method, params))));
  }

  /** Waits for a condition. */
  async until(what: string, isSo: () => boolean): Promise<void> {
    await waitFor(what, async () => {
      if (this.failure) throw this.failure;
      await this.readMemory();
      return isSo();
    });
  }

  /** Reads its peak memory. */
  async readMemory(): Promise<void> {
    if (!canTell) return;
    try {
      this.peak = (await factsOf(this.child.process.pid)).peak;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  /** Waits for all responses, then ends the bridge. */
  async end(): Promise<LoadReport> {
    await this.until("responses are pending", () => this.pending === 0);
    await this.readMemory();
    await this.child.end();
    if (this.failure) throw this.failure;
    const { answered, refused, peak } = this;
    return { answered, refused, peak };
  }

  #take(message: WireMessage): void {
    const { id, method, error } = message;
    if (method !== undefined) return this.onMessage(message);
    if (id === undefined || id === null || !this.#waiting.delete(id)) {
      this.failure ??= new ContractViolation(
        `a response that is not pending: ${JSON.stringify(message).slice(0, 200)}`,
      );
    }
    if (error?.code === rpcErrors.overloaded.code) this.refused++;
    else if (error === undefined) this.answered++;
    else this.failure ??= new ContractViolation(`a call has failed: ${JSON.stringify(error)}`);
  }
}

/** The members of a message of the bridge that are read here. */
interface WireMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: { readonly event?: string; readonly data?: { readonly value?: number } };
  readonly error?: { readonly code: number };
}

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
 * A player that writes much input before it reads. The bridge accepts all of it, because refusals are short.
 *
 * @param megabytes The input, in MiB.
 * @throws {ContractViolation} When both block each other, or a response is missing.
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
      // Do not fill the memory of this process.
      await bridge.until("it does not read all", () => bridge.child.unsent < 8 * MIB);
    }
    await bridge.until("it does not read all", () => bridge.child.unsent === 0);
    bridge.child.release();
  });
}

/**
 * A player that calls and does not read: the bridge refuses calls, then stops reading, and its memory stays bounded. When
 * the player reads, every call is answered or refused.
 *
 * @throws {ContractViolation} When a response is missing.
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
    // Both pipes are full when nothing has moved for 50 looks.
    let still = 0;
    let before = -1;
    await waitFor("full pipes", async () => {
      const { unsent } = bridge.child;
      still = unsent === before ? still + 1 : 0;
      before = unsent;
      await bridge.readMemory();
      return still >= 50 || unsent === 0;
    });
    bridge.child.release();
    await Promise.all(sent);
  });
}

/**
 * Fills the bridge with pending calls that wait for the player.
 *
 * @throws {ContractViolation} When the bridge does not answer other calls, or a response is missing.
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
    await bridge.until("native actions are missing", () => heard + bridge.refused === calls);
    // It still closes panels and answers small calls.
    await bridge.child.send(notificationFrame("bridge.panelClosed", { panel: "p0" }));
    if (bridge.refused === 0) {
      await bridge.call("ping", "test.ping");
      await bridge.until("it does not answer test.ping", () => bridge.answered === 1);
    }
    const result = { text: "x", files: null, hasImage: false };
    for (let last = asked.length; last > 0; last -= 1000) {
      const ids = asked.slice(Math.max(0, last - 1000), last).reverse();
      await bridge.child.send(joined(...ids.map((id) => resultFrame(id, result))));
    }
  });
}

/**
 * Many events for a player that reads slowly: none is lost or out of order, and memory stays bounded.
 *
 * @throws {ContractViolation} When an event is lost, out of order or doubled.
 */
export function floodWithEvents(events: number, queueBytes: number, directory: string): Promise<LoadReport> {
  return loaded(directory, [`--max-queue-bytes=${queueBytes}`], async (bridge) => {
    let next = 0;
    bridge.onMessage = ({ id, method, params }) => {
      if (method === "player.overlay.open") {
        void bridge.child.send(resultFrame(id ?? 0, {}));
      } else if (params?.event === "menu:valueChanged") {
        if (params.data?.value !== next) {
          bridge.failure ??= new ContractViolation(`event ${params.data?.value} came instead of ${next}`);
        }
        next++;
        // The reader pauses every 2,000 events.
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
 * Many panels: each calls, opens a menu that replaces the one before, and closes.
 *
 * @throws {ContractViolation} When a response or a `menu:dismiss` is missing.
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
      await bridge.until("responses are pending", () => bridge.pending === 0);
      for (const name of names) {
        void bridge.child.send(notificationFrame("bridge.panelClosed", { panel: name }));
      }
    }
    // The last menu closes with its panel.
    await bridge.until("menus are left open", () => dismissed === panels);
  });
}
