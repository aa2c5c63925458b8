/**
 * Sends all of console to stderr. Imported for this effect, before everything else: stdout carries frames, and a single
 * `console.log` of any library would corrupt them.
 *
 * @module
 */

// deno-lint-ignore-file no-console -- this is the one place that knows of it

console.log = console.info = console.debug = console.error;
console.table = console.dir = console.dirxml = console.error;
console.group = console.groupCollapsed = console.error;
console.count = console.countReset = console.error;
console.timeLog = console.timeEnd = console.error;
