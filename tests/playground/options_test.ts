import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { extensionNames } from "../../host_stdio/extension_names.ts";
import { readPlaygroundOptions, usage } from "../../playground/options.ts";
import { UsageError } from "../../tools/support/options.ts";

const defaults = {
  player: "reference",
  files: [],
  panel: undefined,
  port: 0,
  token: undefined,
  plugins: undefined,
  extensions: extensionNames,
} as const;

Deno.test("the playground accepts --name value and --name=value", () => {
  const token = "a".repeat(22);
  assertEquals(readPlaygroundOptions([]), defaults);
  assertEquals(readPlaygroundOptions(["--"]), defaults);
  assertEquals(
    readPlaygroundOptions(["--player", "mpv", "--port=8123", "--panel", "my panel", `--token=${token}`]),
    { ...defaults, player: "mpv", panel: "my panel", port: 8123, token },
  );
  assertEquals(readPlaygroundOptions(["--plugins=a.ts", "--extensions=ui,audio"]), {
    ...defaults,
    plugins: "a.ts",
    extensions: ["ui", "audio"],
  });
  assertEquals(readPlaygroundOptions(["Music", "--player=mpv", "a b.wav"]), {
    ...defaults,
    player: "mpv",
    files: ["Music", "a b.wav"],
  });
  assertEquals(readPlaygroundOptions(["--no-extensions"]), { ...defaults, extensions: [] });
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
    [["--extensions=ui,"], `--extensions names ""; the extensions are ${extensionNames.join(", ")}`],
    [["--extensions=ui", "--no-extensions"], "--extensions and --no-extensions exclude each other"],
    [["folder"], 'unexpected argument "folder": files are for --player=mpv'],
    [["--watch"], 'unknown flag "--watch"'],
  ] as const
) {
  Deno.test(`the playground refuses ${args.join(" ")}`, () => {
    assertThrows(() => readPlaygroundOptions(args), UsageError, message);
  });
}

Deno.test("the playground's help names every option", () => {
  for (
    const name of [
      "--player",
      "--panel",
      "--plugins",
      "--extensions",
      "--no-extensions",
      "--port",
      "--token",
      "--help",
    ]
  ) {
    assertStringIncludes(usage, `  ${name} `);
  }
});
