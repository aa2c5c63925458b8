/**
 * The table of all operations.
 *
 * @module
 */

import type { Operation, OperationTable } from "./operation.ts";
import { clipboardOperations } from "./clipboard.ts";
import { consoleOperations } from "./console.ts";
import { jitQueueOperations } from "./jit_queue/mod.ts";
import { logOperations } from "./log/mod.ts";
import { menuOperations } from "./menu/mod.ts";
import { miscOperations } from "./misc.ts";
import { panelOperations } from "./panel.ts";
import { queueOperations } from "./queue/mod.ts";
import { selectionOperations } from "./selection/mod.ts";
import { systemOperations } from "./system.ts";
import { testOperations } from "./test.ts";

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
