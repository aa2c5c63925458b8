import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { mpvSettings, mpvTool } from "../../../tools/play/mpv.ts";
import { readOptions, UsageError } from "../../../tools/support/options.ts";

function settings(...args: readonly string[]) {
  const parsed = readOptions(args, mpvTool.options, mpvTool);
  return parsed && mpvSettings(parsed);
}

Deno.test("deno task mpv refuses flags that contradict each other", () => {
  assertThrows(() => settings("--attach=s", "--mpv-option=--no-video"), UsageError, "--attach starts none");
  assertThrows(() => settings("--mpv-option=run"), UsageError, 'not "run"');
});

Deno.test("deno task mpv plays every argument that is not a flag", () => {
  assertEquals(settings("--player=mpv", "a.flac", "--mpv", "/opt/mpv", "007", "--", "--odd name.wav"), {
    files: ["a.flac", "007", "--odd name.wav"],
    attach: undefined,
    program: "/opt/mpv",
    mpvOptions: [],
    keyBindings: false,
    streams: ["*"],
    prefetch: true,
    logDirectory: undefined,
  });
  assertEquals(settings("-h"), undefined);
});
