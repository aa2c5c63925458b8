/**
 * The accessibility rules of the playground's tests. They are pinned here for the same reason as `playwright_core.ts`.
 *
 * @module
 */

export { default } from "npm:axe-core@4.14.1";
