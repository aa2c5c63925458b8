/**
 * How a bridge loads the namespaces of the specification: each at its first use. A bundle has them all in the script that
 * every start loads (tools/build/bundle.ts).
 */

import type { LoadNamespace } from "./core/namespace.ts";
import type { NamespaceName } from "./mod.ts";

/** Loads each namespace. Their order is that of the operations that `bridge.initialize` names. */
export const namespaces: Readonly<Record<NamespaceName, LoadNamespace>> = {
  clipboard: async () => (await import("./clipboard/mod.ts")).clipboard,
  console: async () => (await import("./console/mod.ts")).console,
  jitQueue: async () => (await import("./jit_queue/mod.ts")).jitQueue,
  log: async () => (await import("./log/mod.ts")).log,
  menu: async () => (await import("./menu/mod.ts")).menu,
  misc: async () => (await import("./misc/mod.ts")).misc,
  panel: async () => (await import("./panel/mod.ts")).panel,
  queue: async () => (await import("./queue/mod.ts")).queue,
  selection: async () => (await import("./selection/mod.ts")).selection,
  system: async () => (await import("./system/mod.ts")).system,
  test: async () => (await import("./test/mod.ts")).test,
};
