/**
 * The browser driver of the playground's tests.
 *
 * Packages that both tests and tools need are pinned in this folder, so that a version stands in one place.
 */

export * from "npm:playwright-core@1.65.1";
