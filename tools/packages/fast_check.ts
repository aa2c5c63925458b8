/** Generated inputs for the tests. Pinned here for the same reason as `playwright_core.ts`. */

export { default } from "npm:fast-check@4.10.2";
export * from "npm:fast-check@4.10.2";
