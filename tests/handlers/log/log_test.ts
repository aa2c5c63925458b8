import "../../support/deadline.ts";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { BridgeProcess, request } from "../../support/bridge_process.ts";
import { Harness } from "../../support/harness.ts";
import { inDirectory, isWindows } from "./support.ts";

/** Runs a test with a bridge whose log directory is new and empty. */
function logTest(name: string, test: (harness: Harness, directory: string) => Promise<void>): void {
  Deno.test(name, () =>
    inDirectory(async (directory) => {
      await using harness = new Harness({ logDirectory: directory });
      await test(harness, directory);
    }));
}

const text = (directory: string, file = "webview_ui.log") => Deno.readTextFile(`${directory}/${file}`);

logTest("log.write uses the time at which the call arrives", async (harness, directory) => {
  const first = harness.call("log.write", { message: "a" });
  harness.clock.advance(60_000);
  await Promise.all([first, harness.call("log.write", { message: "b" })]);
  const [a = "", b = ""] = (await text(directory)).split("\n");
  assertMatch(a, /:04:05\.678\]\[INFO\] a$/);
  assertMatch(b, /:05:05\.678\]\[INFO\] b$/);
});

logTest(
  "log.write writes UTF-8 without byte order mark, and a lone surrogate as U+FFFD",
  async (harness, directory) => {
    await harness.call("log.write", { message: "grün 日本 😀", timestamp: false });
    await harness.call("log.write", { message: "\ud83d", timestamp: false });
    assertEquals(
      await Deno.readFile(`${directory}/webview_ui.log`),
      new TextEncoder().encode("[INFO] grün 日本 😀\n[INFO] \ufffd\n"),
    );
  },
);

Deno.test({
  name: "log.write writes local time",
  ignore: isWindows,
  fn: async () => {
    await using bridge = await BridgeProcess.start({ env: { TZ: "Asia/Kathmandu" } });
    const { result } = await bridge.ask(request(1, "log.write", { message: "a" }));
    const [, date, time] = /^\[(\S+) (\S+)\]\[INFO\] a\n$/.exec(await Deno.readTextFile(result.path)) ?? [];
    const minutesAgo = (Date.now() - Date.parse(`${date}T${time}+05:45`)) / 60_000;
    assert(minutesAgo >= 0 && minutesAgo < 5, `${date} ${time}`);
  },
});
