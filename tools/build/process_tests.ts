/**
 * The tests that start a whole bridge, and hold for whichever bridge `TONEARM_BRIDGE` names.
 *
 * @module
 */

/** Files and folders of tests, as paths from the root of the tree. */
export const processTests = {
  /** Those that the usual run of all tests repeats against a bundle. */
  everyRun: ["tests/process/", "tests/handlers/menu/menu_pipe_test.ts", "tests/docs/readme_test.ts"],
  /** Those that take longer, for a release. */
  release: ["tests/faults/hostile_player_test.ts", "tests/examples/c_player_test.ts"],
} as const;
