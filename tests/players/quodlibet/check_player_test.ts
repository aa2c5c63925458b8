import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { nativeActions } from "../../../host_stdio/api/native_actions.ts";
import type { Report } from "../../../tools/check_player/run.ts";
import { runProgram } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { quodLibet, quodLibetTest } from "./real_quodlibet.ts";

/** The plugin's queue has ids, which check-player knows when the bridge does. */
const hasQueueIds = "player.queue.ids" in nativeActions;

quodLibetTest("Quod Libet keeps the rules of all native actions that it implements", async (desktop) => {
  // Gapless, Quod Libet goes to the next track as soon as it has read a whole one, at once with tracks of two seconds.
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
  // Quod Libet sorts its playlists by name, so none can be made at the end or at an index.
  assertEquals(
    rules.filter(({ rule, outcome }) =>
      outcome === "failed" && (hasQueueIds || !rule.startsWith("player.queue."))
    )
      .map(({ rule }) => rule),
    [
      "player.playlist.create adds an empty playlist at the end, and the others keep their ids",
      "player.playlist.rename and player.playlist.delete act on one playlist, and signal it",
    ],
  );
  if (!hasQueueIds) return;
  const leftOut = rules.flatMap(({ rule, outcome }) => outcome === "left out" ? [rule] : []);
  assertEquals(leftOut, [
    "an operation of an unknown plugin is answered with an error",
    "a locked playlist is listed as such, and the bridge's own actions pass",
    "player.playlist.lock refuses the id of no playlist with error -32011",
  ]);
});
