import { assertEquals } from "@std/assert";
import { nativeActions } from "../../../host_stdio/api/native_actions.ts";
import { signals } from "../../../host_stdio/api/signals.ts";
import { MpvHost } from "../../../players/mpv/host.ts";
import { setDeadline } from "../../support/deadline.ts";
import { mpvTest, TestHost } from "./real_mpv.ts";

setDeadline(120_000);

const readme = await Deno.readTextFile(new URL("../../../players/mpv/README.md", import.meta.url));

/**
 * Returns the rows of tables whose first cell has a name with the prefix: the name, and the rest of the row.
 */
function rowsOf(prefix: string): [string, string][] {
  return readme.split("\n").flatMap((line) => {
    const [, names = "", rest = ""] = /^\| ([^|]*[^| ]) *\| (.*) \|$/.exec(line) ?? [];
    return names.startsWith(prefix) ? names.split(", ").map((name): [string, string] => [name, rest]) : [];
  });
}

Deno.test("mpv's README describes every native action and every signal", () => {
  assertEquals(rowsOf("player.").map(([name]) => name), Object.keys(nativeActions));
  assertEquals(rowsOf("signal.").map(([name]) => name).toSorted(), Object.keys(signals).toSorted());
});

mpvTest("mpv lacks exactly the actions that its README calls unsupported", async () => {
  await using test = await TestHost.start();
  const host: MpvHost = test.host;
  const lacking = rowsOf("player.").flatMap(([name, how]) => how.startsWith("Not supported") ? [name] : []);
  assertEquals(lacking, Object.keys(nativeActions).filter((name) => !Object.hasOwn(host.actions, name)));
});
