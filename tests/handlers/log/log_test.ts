import "../../support/deadline.ts";
import { assertEquals, assertMatch } from "@std/assert";
import { Harness } from "../../support/harness.ts";
import { inDirectory } from "./support.ts";

/** Runs a test with a bridge whose log directory is new and empty. */
function logTest(name: string, test: (harness: Harness, directory: string) => Promise<void>): void {
  Deno.test(name, () =>
    inDirectory(async (directory) => {
      const harness = new Harness({ logDirectory: directory });
      await test(harness, directory);
      await harness.close();
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

logTest("log.write keeps line ends inside a message", async (harness, directory) => {
  await harness.call("log.write", { message: "a\nb\r\n", timestamp: false });
  assertEquals(await text(directory), "[INFO] a\nb\r\n\n");
});

logTest("accepted log lines are written when the connection ends", async (harness, directory) => {
  const writes = ["a", "b", "c"].map((message) => harness.call("log.write", { message, timestamp: false }));
  await harness.close();
  assertEquals(await text(directory), "[INFO] a\n[INFO] b\n[INFO] c\n");
  await Promise.all(writes);
});
