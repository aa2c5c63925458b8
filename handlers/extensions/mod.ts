/**
 * The table of the extensions and their operations. The bridge loads it when a player switches one on.
 *
 * @module
 */

import type { Extensions } from "../core/extension.ts";
import type { Operation } from "../core/operation.ts";
import { audio } from "./audio/mod.ts";

/** Every extension by its name. */
export const extensions = {
  audio: { namespace: audio, events: {} },
} as const satisfies Extensions;

/** Every operation of the extensions, as a tuple that keeps the types. */
export const extensionOperations = [
  ...audio.operations,
] as const satisfies readonly Operation[];

type Tables = (typeof extensions)[keyof typeof extensions]["events"];
type Combined<Table> = (Table extends unknown ? (table: Table) => void : never) extends
  (table: infer All) => void ? All : never;

/** @internal */
export type ExtensionEvents = Combined<Tables>;
