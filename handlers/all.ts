/**
 * The tables of everything that a bridge can serve, extensions included. For documents, clients and tests: a bridge loads
 * the extensions only when a player switches one on.
 *
 * @module
 */

import { type Event, type EventName, events } from "./core/events.ts";
import type { Namespace } from "./core/namespace.ts";
import type { Operation, OperationTable } from "./core/operation.ts";
import { extensionOperations, extensions } from "./extensions/mod.ts";
import { namespaces, operations } from "./mod.ts";

/** Every operation, as a tuple that keeps the types. */
export const allOperations = [...operations, ...extensionOperations] as const satisfies readonly Operation[];

/** Every operation by its full name. */
export const allOperationTable: OperationTable = new Map(
  allOperations.map((operation): [string, Operation] => [operation.name, operation]),
);

/** Every namespace: those of the specification, then the extensions. */
export const allNamespaces: readonly Namespace[] = [
  ...namespaces,
  ...Object.values(extensions).map(({ namespace }) => namespace),
];

/** Every event by its name: those of the specification, then those of the extensions. */
export const allEvents: Readonly<Record<EventName, Event>> = Object.assign(
  {},
  events,
  ...Object.values(extensions).map((extension) => extension.events),
);
