/**
 * The tables of everything that a bridge can serve, extensions included. For documents, clients and tests: a bridge loads
 * an extension only when a player switches it on.
 */

import type { Event, PayloadOf } from "./core/event.ts";
import type { Namespace } from "./core/namespace.ts";
import type { Operation, OperationTable } from "./core/operation.ts";
import { extensionEvents, extensionOperations, extensions } from "./extensions/mod.ts";
import { events, namespaces, operations } from "./mod.ts";

/** Every operation, as a tuple that keeps the types. */
export const allOperations = [...operations, ...extensionOperations] as const satisfies readonly Operation[];

/** Every operation by its full name. */
export const allOperationTable: OperationTable = new Map(
  allOperations.map((operation): [string, Operation] => [operation.name, operation]),
);

/** Every namespace: those of the specification, then the extensions. */
export const allNamespaces: readonly Namespace[] = [
  ...namespaces,
  ...Object.values(extensions),
];

/** Every event: those of the specification, then those of the extensions. */
export const allEvents = [...events, ...extensionEvents] as const;

/** Every event by its name. */
export const allEventTable: ReadonlyMap<string, Event> = new Map(
  allEvents.map((event): [string, Event] => [event.name, event]),
);

/** The name of an event. */
export type EventName = (typeof allEvents)[number]["name"];

/** The payload of an event. */
export type EventPayload<Name extends EventName> = PayloadOf<
  Extract<(typeof allEvents)[number], { readonly name: Name }>
>;
