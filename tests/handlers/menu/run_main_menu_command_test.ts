import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { callOnce } from "../../support/call_once.ts";
import { type PlayerScript } from "../../support/harness.ts";
import { command, guidOf, menuPlayer, submenu } from "./menu_player.ts";

const operation = "menu.runMainMenuCommand";
const nodes = [
  submenu(
    "File",
    command("&Open...", { guid: guidOf(1).toLowerCase() }),
    command("Recent track", { guid: guidOf(2), subGuid: guidOf(3) }),
    command("Old track", { guid: guidOf(2), subGuid: guidOf(4), enabled: false }),
  ),
  submenu(
    "Playback",
    command("Stop", { guid: guidOf(5), enabled: false }),
    command("Nameless"),
    submenu("Order", command("Default", { guid: guidOf(6) })),
  ),
  submenu(
    "View",
    command("Default", { guid: guidOf(7), subGuid: guidOf(8), enabled: false }),
    command("Half", { guid: guidOf(9) }),
    command("Half"),
  ),
];
const player = menuPlayer(nodes);

const codes = {
  disabled: "MENU_ITEM_DISABLED",
  ambiguous: "MENU_MATCH_AMBIGUOUS",
  notFound: "MENU_COMMAND_NOT_FOUND",
} as const;

const notFound = (name: string) => ({
  success: false,
  error: `Command not found: ${name}`,
  code: codes.notFound,
});
/** Returns the command that the player ran, or the failed result. */
async function run(params: unknown, script: PlayerScript = player): Promise<unknown> {
  const { result, asked } = await callOnce(script, operation, params);
  const runs = asked.filter(({ name }) => name === "player.menu.runMain");
  if (!result["success"]) {
    assertEquals(runs, []);
    return result;
  }
  assertEquals(runs.length, 1);
  const sent = runs[0]?.params;
  assertEquals(result, { success: true, guid: (sent as { guid: string }).guid });
  return sent;
}

Deno.test("menu.runMainMenuCommand does not translate: English names do not resolve on a localized host", async () => {
  const german = menuPlayer([submenu("Datei", command("Öffnen...", { guid: guidOf(1) }))]);
  assertEquals(await run({ command: "Open" }, german), notFound("Open"));
  assertEquals(await run({ command: "datei/öffnen" }, german), { guid: guidOf(1) });
});
