/**
 * The namespace `jitQueue` with its session as one step and a runner. It takes the place of `handlers/jit_queue` when
 * the fixtures show its behaviour.
 *
 * @module
 */

import type { Context } from "../core/context.ts";
import type { Api, ConnectionContext, Namespace } from "../core/namespace.ts";
import type { Batch } from "../jit_queue/batch.ts";
import { jitQueue as before } from "../jit_queue/mod.ts";
import { preloadedTrack, type Track as GivenTrack } from "../jit_queue/track.ts";
import { api } from "../mod.ts";
import { JitQueue } from "./runner.ts";

/** The same calls as before, given to the new session. */
class NextJitQueue {
  readonly runner: JitQueue;

  constructor(connection: ConnectionContext) {
    this.runner = new JitQueue(connection);
  }

  get state() {
    return this.runner.state;
  }

  playNow = (track: GivenTrack, context: Context) => this.runner.playNow(track, context);
  enqueueNext = (track: GivenTrack, context: Context) => this.runner.enqueueNext(track, context);
  skip = (context: Context) => this.runner.skip(context);
  stop = (clears: boolean, context: Context) => this.runner.stop(clears, context);
  clear = (context: Context) => this.runner.clear(context);
  notifyEmpty = (context: Context) => this.runner.notifyEmpty(context);
  preloadBatch = ({ entries, ...batch }: Batch, context: Context) =>
    this.runner.preloadBatch({ ...batch, tracks: entries.map(preloadedTrack) }, context);
}

/** The namespace. */
export const nextJitQueue: Namespace = {
  ...before,
  createState: (connection) => new NextJitQueue(connection),
  listeners: (state) => (state as NextJitQueue).runner,
};

/** What a bridge serves, with the new namespace. */
export const nextApi: Api = {
  ...api,
  namespaces: api.namespaces.map((each) => each.name === "jitQueue" ? nextJitQueue : each),
};
