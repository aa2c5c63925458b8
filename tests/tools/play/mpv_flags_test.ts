import { assertEquals, assertThrows } from "@std/assert";
import { FlagError, parseMpvFlags } from "../../../tools/play/mpv_flags.ts";

Deno.test("deno task mpv refuses a command line that it does not understand", () => {
  for (
    const [args, message] of [
      [["--bogus"], 'unknown flag "--bogus"; see --help'],
      [["--attach=a", "--attach=b"], "--attach is given 2 times"],
      [["--attach="], "--attach needs a value"],
      [
        ["--attach=s", "--mpv-option=--no-video"],
        "--mpv-option is for an mpv that is started, and --attach starts none",
      ],
      [
        ["--mpv-option=run"],
        '--mpv-option needs an option of mpv such as --mpv-option=--no-video, not "run"',
      ],
    ] as const
  ) {
    assertThrows(() => parseMpvFlags(args), FlagError, message);
  }
});

Deno.test("deno task mpv takes everything that is no flag for something to play", () => {
  const command = parseMpvFlags(["a.flac", "--mpv", "/opt/mpv", "007", "--", "--odd name.wav"]);
  assertEquals(command, {
    kind: "play",
    settings: {
      files: ["a.flac", "007", "--odd name.wav"],
      attach: undefined,
      program: "/opt/mpv",
      mpvOptions: [],
      logDirectory: undefined,
    },
  });
  assertEquals(parseMpvFlags(["-h"]), { kind: "help" });
});
