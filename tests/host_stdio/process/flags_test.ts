import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { FlagError, parseFlags, usage } from "../../../host_stdio/process/flags.ts";
import { defaultWireLimits, wireLimitRanges } from "../../../limits/wire.ts";

Deno.test("parseFlags without flags serves with the defaults", () => {
  assertEquals(parseFlags([]), {
    kind: "serve",
    flags: { logDirectory: undefined, limits: defaultWireLimits, logLevel: "warning" },
  });
});

Deno.test("parseFlags accepts a value after = or as the next argument", () => {
  const expected = {
    kind: "serve",
    flags: { logDirectory: "d", limits: { ...defaultWireLimits, actionTimeoutMs: 5 }, logLevel: "debug" },
  };
  assertEquals(parseFlags(["--log-dir=d", "--action-timeout-ms=5", "--log-level=debug"]), expected as never);
  assertEquals(
    parseFlags(["--log-dir", "d", "--action-timeout-ms", "5", "--log-level", "debug"]),
    expected as never,
  );
});

Deno.test("parseFlags accepts each limit from its minimum to its maximum", () => {
  const flags = {
    "max-frame-bytes": "maxFrameBytes",
    "max-queue-bytes": "maxQueueBytes",
    "action-timeout-ms": "actionTimeoutMs",
    "start-timeout-ms": "startTimeoutMs",
  } as const;
  for (const [flag, name] of Object.entries(flags)) {
    const [least, most] = wireLimitRanges[name];
    for (const value of [least, most]) {
      const command = parseFlags([`--${flag}=${value}`]);
      assertEquals(command.kind === "serve" && command.flags.limits[name], value);
    }
    for (
      const value of [least - 1, most + 1, "1e4", "0x400", " 2000", "2000 ", "2000.5", "NaN", "-2000", "٢٠٠٠"]
    ) {
      assertThrows(() => parseFlags([`--${flag}=${value}`]), FlagError, JSON.stringify(String(value)));
    }
  }
});

Deno.test("parseFlags prefers help over version and both over serving", () => {
  assertEquals(parseFlags(["--version", "--help"]), { kind: "help", text: usage });
  assertEquals(parseFlags(["--version", "--log-level=debug"]), { kind: "version" });
});

Deno.test("parseFlags says what is wrong with a command line", () => {
  const cases: [string[], string][] = [
    [["--nope"], 'unknown flag "--nope"; --help lists the flags'],
    [["-x"], 'unknown flag "-x"; --help lists the flags'],
    [["--no-help"], 'unknown flag "--no-help"; --help lists the flags'],
    [["--log-Level=debug"], 'unknown flag "--log-Level=debug"; --help lists the flags'],
    [["word"], 'unexpected argument "word"; --help lists the flags'],
    [["--", "x"], 'unexpected argument "x"'],
    [["--action-timeout-ms="], '--action-timeout-ms must be a whole number from 1 to 2147483647, not ""'],
    [["--log-level=loud"], '--log-level must be one of debug, info, warning, error, not "loud"'],
    [["--log-level=debug", "--log-level=info"], "--log-level is given 2 times"],
    [["--log-dir="], "--log-dir needs a directory"],
  ];
  for (const [flags, text] of cases) {
    assertEquals(assertThrows(() => parseFlags(flags), FlagError).message, text);
  }
});

Deno.test("the error for an invalid command line is one line of plain text", () => {
  const error = assertThrows(() => parseFlags(["--\u2028\u202e\u009b2J\n"]), FlagError);
  assertEquals(error.message, 'unknown flag "--\\u2028\\u202e\\u009b2J\\n"; --help lists the flags');
});
