import "../support/deadline.ts";
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { extensionNames } from "../../host_stdio/api/extension_names.ts";
import { readPlaygroundOptions, usage } from "../../playground/options.ts";
import { UsageError } from "../../tools/support/options.ts";

const defaults = {
  player: "reference",
  files: [],
  panel: undefined,
  keyBindings: false,
  streams: [],
  port: 0,
  token: undefined,
  open: false,
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
  const streams = (...args: readonly string[]) => readPlaygroundOptions(["--player=mpv", ...args])?.streams;
  assertEquals(streams(), ["*"]);
  assertEquals(streams("--allow-streams=nas:80,[::1]", "http://radio.example:8000/x"), [
    "*",
    "nas:80",
    "[::1]",
    "radio.example:8000",
  ]);
  assertEquals(streams("--panel=p"), []);
  assertEquals(streams("--panel=p", "--allow-streams", "*", "--allow-streams", "127.0.0.1"), [
    "*",
    "127.0.0.1",
  ]);
  assertEquals(readPlaygroundOptions(["--plugins=a.ts", "--extensions=ui,audio"]), {
    ...defaults,
    plugins: "a.ts",
    extensions: ["ui", "audio"],
  });
  assertEquals(readPlaygroundOptions(["Music", "--player=mpv", "a b.wav"]), {
    ...defaults,
    player: "mpv",
    streams: ["*"],
    files: ["Music", "a b.wav"],
  });
  assertEquals(readPlaygroundOptions(["--player=mpv", "--key-bindings"]), {
    ...defaults,
    player: "mpv",
    streams: ["*"],
    keyBindings: true,
  });
  assertEquals(readPlaygroundOptions(["--no-extensions"]), { ...defaults, extensions: [] });
  assertEquals(readPlaygroundOptions(["--open"]), { ...defaults, open: true });
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
    [["--allow-streams=*"], "--allow-streams is for --player=mpv"],
    [
      ["--player=mpv", "--allow-streams=http://h/"],
      '--allow-streams names "http://h/"; a host is like radio.example, 192.168.1.2:8000 or *',
    ],
    [["--key-bindings"], "--key-bindings is for --player=mpv"],
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
      "--key-bindings",
      "--allow-streams",
      "--panel",
      "--plugins",
      "--extensions",
      "--no-extensions",
      "--port",
      "--token",
      "--open",
      "--help",
    ]
  ) {
    assertStringIncludes(usage, `  ${name} `);
  }
});
