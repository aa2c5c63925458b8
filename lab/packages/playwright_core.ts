/**
 * The browser driver of the playground's tests.
 *
 * Large packages that only tests and maintainers need are pinned in this folder and not in a deno.json: `deno task`
 * downloads every package of every deno.json of the workspace before it starts a task.
 */

export * from "npm:playwright-core@1.65.1";
