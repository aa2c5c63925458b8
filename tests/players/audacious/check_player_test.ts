import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Report } from "../../../tools/check_player/run.ts";
import { root } from "../../../tools/tree.ts";
import { Audacious, audaciousTest, eventually, panelFiles, run } from "./real_audacious.ts";

audaciousTest("Audacious keeps the rules of all native actions that it implements", async (desktop) => {
  await desktop.write(panelFiles);
  const check = new URL("tools/check_player.ts", root).pathname;
  const output = await run(
    Deno.execPath(),
    ["run", "--allow-all", check, "--windows", "--panel=test", "--json", "--", desktop.program, "--qt"],
    desktop.env,
  );
  const { player, rules }: Report = JSON.parse(output);
  assertEquals(player?.name, "Audacious");
  assertEquals(rules.filter(({ outcome }) => outcome === "failed"), []);
  const leftOut = rules.flatMap(({ rule, outcome }) => outcome === "left out" ? [rule] : []);
  assertEquals(leftOut, [
    "an operation of an unknown plugin is answered with an error",
    "player.playlist.insert puts tracks before the item at the index, and queued items keep their tracks",
    "player.playlist.insert refuses the id of no playlist with error -32011",
    "player.window.state answers null for an unknown panel",
  ]);
});

audaciousTest("a tool in place of the bridge is not restarted", async (desktop) => {
  await using audacious = await Audacious.start(desktop, { TONEARM_BRIDGE_PROGRAM: "/bin/true" });
  await eventually(async () =>
    assertStringIncludes(await Promise.resolve(audacious.log), "The bridge has ended: ")
  );
  const [, end = ""] = audacious.log.split("The bridge has ended: ");
  assert(!end.includes("It starts again"), end);
  assertEquals(await audacious.quit(), 0);
});
