/** The globals and permissions of the runtime that the bridge must not have as they are. Import it before anything else. */

// deno-lint-ignore-file no-console -- the redirection itself

import { giveUpLeavingLinks } from "./leaving_links.ts";

giveUpLeavingLinks(".");

// Its storage is outside the log directory. A worker would have a storage of its own.
for (
  const name of ["caches", "localStorage", "sessionStorage", "CacheStorage", "Cache", "Storage", "Worker"]
) {
  Reflect.deleteProperty(globalThis, name);
}

// Stdout carries frames, and one line that a library prints there would corrupt them.
console.log = console.info = console.debug = console.error;
console.table = console.dir = console.dirxml = console.error;
console.group = console.groupCollapsed = console.error;
console.count = console.countReset = console.error;
console.timeLog = console.timeEnd = console.error;
