/** The tests that start a bridge process, and pass with any bridge that `TONEARM_BRIDGE` names. */

/** Files and folders of tests, as paths from the root of the tree. */
export const processTests = {
  /** Tests that every test run repeats with a bundle. */
  everyRun: [
    "tests/host_stdio/process/",
    "tests/handlers/menu/menu_pipe_test.ts",
    "tests/docs/readme_test.ts",
  ],
  /** Slower tests, repeated only for a release. */
  release: ["tests/faults/hostile_player_test.ts", "tests/clients/c/c_player_test.ts"],
} as const;
