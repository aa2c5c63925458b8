/**
 * The TypeScript compiler of the mutation run. It is pinned here for the same reason as `playwright_core.ts`.
 *
 * @module
 */

export * from "npm:ts-morph@28.0.0";
