/** The linter of `deno task --cwd tools prose`. Pinned here for the same reason as `playwright_core.ts`. */

export { Dialect, LocalLinter } from "npm:harper.js@2.10.0";
export { binary } from "npm:harper.js@2.10.0/binary";
