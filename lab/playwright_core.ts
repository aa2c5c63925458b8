/**
 * The browser driver of the playground's tests.
 *
 * It is pinned here and not in deno.json: `deno task` downloads every package of deno.json before it starts a task, and
 * this one is half of all that this tree uses.
 *
 * @module
 */

export * from "npm:playwright-core@1.65.1";
