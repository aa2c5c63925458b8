/** The table of all namespaces and operations. */

import { clipboard } from "./clipboard/mod.ts";
import { console } from "./console/mod.ts";
import type { Namespace } from "./core/namespace.ts";
import type { Operation, OperationTable } from "./core/operation.ts";
import { jitQueue } from "./jit_queue/mod.ts";
import { log } from "./log/mod.ts";
import { menu } from "./menu/mod.ts";
import { misc } from "./misc/mod.ts";
import { panel } from "./panel/mod.ts";
import { queue } from "./queue/mod.ts";
import { selection } from "./selection/mod.ts";
import { system } from "./system/mod.ts";
import { test } from "./test/mod.ts";

const all = [clipboard, console, jitQueue, log, menu, misc, panel, queue, selection, system, test] as const;

/** Every built-in namespace. */
export const namespaces: readonly Namespace[] = all;

/** The name of a built-in namespace. */
export type NamespaceName = (typeof all)[number]["name"];

/** The name of every built-in namespace. */
export const namespaceNames: readonly NamespaceName[] = all.map(({ name }) => name);

/** Every built-in operation, as a tuple that keeps the types. */
export const operations = [
  ...clipboard.operations,
  ...console.operations,
  ...jitQueue.operations,
  ...log.operations,
  ...menu.operations,
  ...misc.operations,
  ...panel.operations,
  ...queue.operations,
  ...selection.operations,
  ...system.operations,
  ...test.operations,
] as const satisfies readonly Operation[];

/** Every built-in operation by its full name. */
export const operationTable: OperationTable = new Map(
  operations.map((operation): [string, Operation] => [operation.name, operation]),
);

/** Every built-in event, in the order of the specification. */
export const events = [
  ...jitQueue.events ?? [],
  ...selection.events ?? [],
  ...menu.events ?? [],
];
