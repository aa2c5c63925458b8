/**
 * The table of all operations, loaded with everything that they need: for whatever looks at all of them. The process loads
 * a namespace when it is first called (lazy_namespaces.ts).
 *
 * @module
 */

import { clipboardOperations, clipboardServices } from "./clipboard/mod.ts";
import { consoleOperations } from "./console/mod.ts";
import { jitQueueOperations, jitQueueServices } from "./jit_queue/mod.ts";
import { logOperations, logServices } from "./log/mod.ts";
import { menuOperations, menuServices } from "./menu/mod.ts";
import { miscOperations } from "./misc/mod.ts";
import type { NamespaceModule, NamespaceSource } from "./core/namespace.ts";
import type { Operation, OperationTable } from "./core/operation.ts";
import { panelOperations, panelServices } from "./panel/mod.ts";
import { queueOperations, queueServices } from "./queue/mod.ts";
import { selectionOperations, selectionServices } from "./selection/mod.ts";
import { systemOperations } from "./system/mod.ts";
import { testOperations } from "./test/mod.ts";

/** Every operation of the specification that is built in, as a tuple that keeps their types. */
export const operations = [
  ...clipboardOperations,
  ...consoleOperations,
  ...jitQueueOperations,
  ...logOperations,
  ...menuOperations,
  ...miscOperations,
  ...panelOperations,
  ...queueOperations,
  ...selectionOperations,
  ...systemOperations,
  ...testOperations,
] as const satisfies readonly Operation[];

/** Every built-in operation by its full name. */
export const operationTable: OperationTable = new Map(
  operations.map((operation): [string, Operation] => [operation.name, operation]),
);

/** All namespaces as one. */
export const everyNamespace: NamespaceModule = {
  operations,
  createServices: (connection, options) => ({
    ...clipboardServices(connection),
    ...jitQueueServices(connection),
    ...logServices(connection, options),
    ...menuServices(connection),
    ...panelServices(connection),
    ...queueServices(connection),
    ...selectionServices(connection),
  }),
};

/** All namespaces from the start, for a bridge inside another program. */
export const loadedNamespaces: NamespaceSource = { initial: [everyNamespace], load: () => undefined };
