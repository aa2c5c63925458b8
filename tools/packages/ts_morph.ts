/** The TypeScript compiler of the mutation check. Pinned here for the same reason as `playwright_core.ts`. */

export * from "npm:ts-morph@28.0.0";
