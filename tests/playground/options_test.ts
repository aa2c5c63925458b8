import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { readPlaygroundOptions, usage } from "../../playground/options.ts";
import { UsageError } from "../../tools/support/options.ts";

const defaults = { player: "reference", panel: undefined, port: 0, token: undefined } as const;

Deno.test("the playground accepts --name value and --name=value", () => {
  const token = "a".repeat(22);
  assertEquals(readPlaygroundOptions([]), defaults);
  assertEquals(readPlaygroundOptions(["--"]), defaults);
  assertEquals(
    readPlaygroundOptions(["--player", "mpv", "--port=8123", "--panel", "my panel", `--token=${token}`]),
    { player: "mpv", panel: "my panel", port: 8123, token },
  );
  assertEquals(readPlaygroundOptions(["--help"]), undefined);
  assertEquals(readPlaygroundOptions(["-h"]), undefined);
});

for (
  const [args, message] of [
    [["--player=vlc"], '--player is "vlc"; it must be reference or mpv'],
    [["--port=65536"], '--port is "65536"; it must be an integer from 0 to 65535'],
    [["--port=-1"], '--port is "-1"; it must be an integer from 0 to 65535'],
    [["--port=http"], '--port is "http"; it must be an integer from 0 to 65535'],
    [["--port=1", "--port=2"], "--port is given 2 times"],
    [["--panel="], "--panel needs a value"],
    [[`--token=${"a".repeat(21)}`], "--token must have 22 to 200 characters of A-Z a-z 0-9 _ -"],
    [[`--token=${"a".repeat(21)}/`], "--token must have 22 to 200 characters of A-Z a-z 0-9 _ -"],
    [["folder"], 'unexpected argument "folder"'],
    [["--watch"], 'unknown flag "--watch"'],
  ] as const
) {
  Deno.test(`the playground refuses ${args.join(" ")}`, () => {
    assertThrows(() => readPlaygroundOptions(args), UsageError, message);
  });
}

Deno.test("the playground's help names every option", () => {
  for (const name of ["--player", "--panel", "--port", "--token", "--help"]) {
    assertStringIncludes(usage, `  ${name} `);
  }
});
