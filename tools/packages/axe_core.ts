/** The accessibility rules of the playground's tests. Pinned here for the same reason as `playwright_core.ts`. */

export { default } from "npm:axe-core@4.14.1";
