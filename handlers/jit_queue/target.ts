/**
 * The panel that owns a session and gets its events.
 *
 * @module
 */

import type { Audience, Emit, Event, PayloadOf } from "../core/event.ts";
import { jitQueueEvents } from "./events.ts";
import { type Track, trackError } from "./track.ts";

/** The target of the events of one connection's sessions. */
export class SessionTarget {
  /** Undefined when the panel has closed. */
  owner: Audience | undefined;
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** The owner. When it has closed, all panels get the events until another one takes over. */
  get audience(): Audience {
    return this.owner ?? "all";
  }

  /** Whether the session belongs to another panel than the given one. */
  isOther(owner: Audience | undefined): boolean {
    return typeof owner === "object" && typeof this.owner === "object" && owner.panel !== this.owner.panel;
  }

  /** Gives a session whose panel has closed to the next panel that adds to it. */
  adopt(owner: Audience | undefined): void {
    if (this.owner === undefined && typeof owner === "object") this.owner = owner;
  }

  closePanel(panel: string): void {
    if (typeof this.owner === "object" && this.owner.panel === panel) this.owner = undefined;
  }

  emit<Sent extends Event>(event: Sent, data: PayloadOf<Sent>): void {
    this.#emit(event, data, this.audience);
  }

  tellFailure(track: Track, error: string): void {
    track.failed = true;
    this.emit(jitQueueEvents.error, trackError(track, error));
  }
}

/** Whether two callers are the same panel, or neither is a panel. */
export function isSame(one: Audience | undefined, other: Audience | undefined): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return one.panel === other.panel;
}
