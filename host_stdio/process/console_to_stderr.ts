/**
 * Redirects all of console to stderr. Import it right after `no_storage.ts`: stdout carries frames, and one `console.log` of a
 * library would corrupt them.
 *
 * @module
 */

// deno-lint-ignore-file no-console -- the redirection itself

console.log = console.info = console.debug = console.error;
console.table = console.dir = console.dirxml = console.error;
console.group = console.groupCollapsed = console.error;
console.count = console.countReset = console.error;
console.timeLog = console.timeEnd = console.error;
