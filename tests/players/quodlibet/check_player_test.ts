import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import type { Report } from "../../../tools/check_player/run.ts";
import { runProgram } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { quodLibet, quodLibetTest } from "./real_quodlibet.ts";

quodLibetTest("Quod Libet keeps the rules of all native actions that it implements", async (desktop) => {
  // Gapless, Quod Libet goes to the next track as soon as it has read a whole one, at once with the short tracks of the check.
  await desktop.configure(["playlist"], undefined, false);
  const check = fromFileUrl(new URL("tools/check_player.ts", root));
  const flags = ["--windows", "--panel=playlist", "--json", "--answer-ms=20000", "--signal-ms=10000"];
  const { stdout, stderr } = await runProgram(
    Deno.execPath(),
    ["run", "--allow-all", check, ...flags, "--", ...quodLibet],
    { env: desktop.env },
  );
  const { player, rules }: Report = JSON.parse(stdout || stderr);
  assertEquals(player?.name, "Quod Libet");
  assertEquals(rules.flatMap(({ rule, outcome }) => outcome === "failed" ? [rule] : []), []);
  const leftOut = rules.flatMap(({ rule, outcome }) => outcome === "left out" ? [rule] : []);
  assertEquals(leftOut, [
    "an operation of an unknown plugin is answered with an error",
    "a locked playlist is listed as such, and the bridge's own actions pass",
    "player.playlist.lock refuses the id of no playlist with error -32011",
  ]);
});
