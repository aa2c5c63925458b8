/**
 * What the session is asked to do, and what it answers (specification, "jitQueue").
 *
 * @module
 */

import type { Audience } from "../context.ts";
import type { Track } from "./track.ts";

/** Whom events go to; nobody once the panel has closed. */
export type Recipient = Audience | "nobody";

/** What each operation is asked with, beside the call and its caller. */
interface RequestFields {
  playNow: { readonly track: Track };
  enqueueNext: { readonly track: Track };
  preloadBatch: {
    /** The surviving entries; tracks are made of them when they are appended. */
    readonly entries: readonly string[];
    /** Which of them is to be played. */
    readonly startIndex: number;
    /** Whether the shadow playlist is emptied first. */
    readonly replace: boolean;
    /** How many entries were dropped. */
    readonly invalidCount: number;
  };
  skip: Record<never, never>;
  stop: { readonly clearBuffer: boolean };
  clear: Record<never, never>;
  notifyEmpty: Record<never, never>;
}

/** An operation that changes the session. `getState` only looks. */
export type RequestName = keyof RequestFields;

/** A call as the session takes it. */
export type RequestOf<Name extends RequestName> = RequestFields[Name] & {
  readonly operation: Name;
  /** The call's number, unique for the session's lifetime. */
  readonly call: number;
  /** The panel that called; all of them when the call came from none. */
  readonly caller: Recipient;
};

/** A call as the session takes it. */
export type Request = { [Name in RequestName]: RequestOf<Name> }[RequestName];

/** What a call is asked with, before it has got its number. */
export type Asked = { [Name in RequestName]: Omit<RequestOf<Name>, "call" | "caller"> }[RequestName];

/** What each operation answers when it succeeds. */
export interface JitResults {
  playNow: { success: true; trackId: string; shadowPlaylist: number };
  enqueueNext: { success: true; trackId: string; bufferSize: number };
  preloadBatch: { success: true; tracksAdded: number; invalidCount?: number };
  skip: { success: true; currentTrackId: string };
  stop: { success: true };
  clear: { success: true };
  notifyEmpty: { success: true };
}

/** The texts of the session's own failures. */
export const jitErrors = {
  noSession: "No active JIT session",
  unresolved: "Track could not be resolved",
  shadowRemoved: "Shadow playlist no longer exists",
  superseded: "Superseded by a newer playNow",
  supersededByBatch: "Superseded by a newer preloadBatch",
  notInShadow: "Track is not in the shadow playlist any more",
} as const;
