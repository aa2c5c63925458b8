/**
 * `deno task --cwd tools audacious:sanitize`: runs tests of Audacious with a plugin that is built with GCC's sanitizers
 * of addresses and undefined behaviour, in a folder of its own, `dist/players/audacious-with-flags`.
 */

import { run } from "../../tests/players/audacious/real_audacious.ts";
import { setDeadline } from "../../tests/support/deadline.ts";
import { optionsOrExit } from "../support/options.ts";
import { runShown } from "../support/process.ts";
import { root } from "../tree.ts";

const { operands } = optionsOrExit({
  name: "audacious:sanitize",
  operands: true,
  usage: `Runs tests of Audacious with a plugin that is built with sanitizers: the endurance test by default.

Usage: deno task --cwd tools audacious:sanitize [FILES]

FILES are tests, named from the root of the tree.
`,
  options: {},
});

// The build alone may take longer than a test.
setDeadline(Infinity);

const DEFAULT_TESTS = ["tests/players/audacious/endurance_test.ts"];
const FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1";
const options = {
  // Some libraries never free part of their memory. LeakSanitizer lists 43 allocations, none of them the plugin's.
  detect_leaks: 0,
  abort_on_error: 1,
};

// Audacious itself is not built with the sanitizer, so its library is loaded first.
const library = (await run("g++", ["-print-file-name=libasan.so"])).trim();
const tests = operands.length > 0 ? operands : DEFAULT_TESTS;
const code = await runShown(Deno.execPath(), ["test", "--no-check", "--allow-all", ...tests], {
  deadlineMs: 3_600_000,
  cwd: root,
  env: {
    TONEARM_TEST_ALL: "1",
    CXXFLAGS: FLAGS,
    // The plugin is linked without undefined symbols.
    LDFLAGS: "-lasan -lubsan",
    TONEARM_AUDACIOUS_ENV: JSON.stringify({
      LD_PRELOAD: library,
      ASAN_OPTIONS: Object.entries(options).map(([name, value]) => `${name}=${value}`).join(":"),
    }),
  },
});
Deno.exit(code);
