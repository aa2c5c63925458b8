/**
 * The namespaces of a bridge process, each loaded when it is first needed: a bridge answers sooner and holds less when it
 * has not read the rules that nobody calls.
 *
 * @module
 */

import type { NamespaceModule, NamespaceSource } from "./namespace.ts";
import { type Namespace, namespaces } from "./operation.ts";

/** Loads each namespace. The names of the files are written out: only such files may be loaded inside the sandbox. */
const loaders: Readonly<Record<Namespace, () => Promise<NamespaceModule>>> = {
  clipboard: async () => {
    const { clipboardOperations, clipboardServices } = await import("../clipboard/mod.ts");
    return { operations: clipboardOperations, createServices: clipboardServices };
  },
  console: async () => ({ operations: (await import("../console/mod.ts")).consoleOperations }),
  jitQueue: async () => {
    const { jitQueueOperations, jitQueueServices } = await import("../jit_queue/mod.ts");
    return { operations: jitQueueOperations, createServices: jitQueueServices };
  },
  log: async () => {
    const { logOperations, logServices } = await import("../log/mod.ts");
    return { operations: logOperations, createServices: logServices };
  },
  menu: async () => {
    const { menuOperations, menuServices } = await import("../menu/mod.ts");
    return { operations: menuOperations, createServices: menuServices };
  },
  misc: async () => ({ operations: (await import("../misc/mod.ts")).miscOperations }),
  panel: async () => {
    const { panelOperations, panelServices } = await import("../panel/mod.ts");
    return { operations: panelOperations, createServices: panelServices };
  },
  queue: async () => {
    const { queueOperations, queueServices } = await import("../queue/mod.ts");
    return { operations: queueOperations, createServices: queueServices };
  },
  selection: async () => {
    const { selectionOperations, selectionServices } = await import("../selection/mod.ts");
    return { operations: selectionOperations, createServices: selectionServices };
  },
  system: async () => ({ operations: (await import("../system/mod.ts")).systemOperations }),
  test: async () => ({ operations: (await import("../test/mod.ts")).testOperations }),
};

/** What cannot do with its own namespace alone: introspection tells of every operation. */
const needs: ReadonlyMap<string, readonly Namespace[]> = new Map<string, readonly Namespace[]>([
  ["system", namespaces],
  // Panels hear of it without ever having called anything. The other signals only concern what a call has begun.
  ["signal.selectionChanged", ["selection"]],
]);

/** The namespaces of one connection. */
export class LazyNamespaces implements NamespaceSource {
  readonly initial: readonly NamespaceModule[] = [];
  readonly #missing = new Set<Namespace>(namespaces);

  load(name: string): Promise<readonly NamespaceModule[]> | undefined {
    const missing = needed(name).filter((namespace) => this.#missing.has(namespace));
    return missing.length === 0 ? undefined : this.#load(missing);
  }

  async #load(missing: readonly Namespace[]): Promise<readonly NamespaceModule[]> {
    const modules = await Promise.all(missing.map((namespace) => loaders[namespace]()));
    // Not before all are there, so that what has failed is tried again; and of two that waited only one is given it.
    return modules.filter((_module, at) => {
      const namespace = missing[at];
      return namespace !== undefined && this.#missing.delete(namespace);
    });
  }
}

/** The namespaces that a call or a signal needs; none for an operation of a plugin. */
function needed(name: string): readonly Namespace[] {
  const [first = ""] = name.split(".", 1);
  return needs.get(first) ?? needs.get(name) ?? namespaces.filter((namespace) => namespace === first);
}
