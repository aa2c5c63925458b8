/**
 * The scenes of the demo, in their order.
 *
 * @module
 */

import type { Scene } from "../scene.ts";
import { acquaintance } from "./acquaintance.ts";
import { clipboard } from "./clipboard.ts";
import { consoleAndLog } from "./console_and_log.ts";
import { contextMenu } from "./context_menu.ts";
import { farewell } from "./farewell.ts";
import { jitOperations } from "./jit_operations.ts";
import { jitSession } from "./jit_session.ts";
import { mainMenu } from "./main_menu.ts";
import { overlay } from "./overlay.ts";
import { panelAndSystem } from "./panel_and_system.ts";
import { plugin } from "./plugin.ts";
import { program } from "./program.ts";
import { queue } from "./queue.ts";
import { selection } from "./selection.ts";

/** All scenes. */
export const scenes: readonly Scene[] = [
  acquaintance,
  clipboard,
  consoleAndLog,
  program,
  panelAndSystem,
  plugin,
  queue,
  selection,
  mainMenu,
  contextMenu,
  overlay,
  jitSession,
  jitOperations,
  farewell,
];
