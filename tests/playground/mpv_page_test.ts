import { assertEquals } from "@std/assert";
import { startMpv } from "../../playground/players.ts";
import { mpvTest, quietMpv, wav } from "../players/mpv/real_mpv.ts";
import { setDeadline } from "../support/deadline.ts";
import { browserProgram, launch, WatchedPage } from "./browser.ts";
import { assertComes, call, card, heard } from "./page_actions.ts";
import { TestPlayground } from "./support.ts";

setDeadline(300_000);

async function playsAndChooses(): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-browser-" });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(directory, { recursive: true }));
  const path = `${directory}/track.wav`;
  await Deno.writeFile(path, wav(60, { INAM: "<b>First</b>", IART: "Nobody" }));
  const mpv = await startMpv(directory, { args: quietMpv.args, environment: () => undefined });
  const test = stack.use(await TestPlayground.start({ host: mpv, extensions: ["audio"] }));
  const browser = stack.adopt(await launch(), (browser) => browser.close());
  const watched = stack.use(await WatchedPage.open(browser, test.server.address));
  const { page } = watched;
  await page.getByText("Bridge is running").waitFor();

  const answer = await call(page, "jitQueue.playNow", { trackId: "t", url: path });
  assertEquals((answer as { success: boolean }).success, true);
  const playback = page.getByRole("group", { name: "Playback" });
  await playback.locator("strong").getByText("<b>First</b>").waitFor();
  await playback.getByRole("button", { name: "Pause" }).click();
  await playback.getByRole("button", { name: "Play", exact: true }).waitFor();
  await assertComes(() => mpv.link.command("get_property", "pause"), true);

  const stream = await call(page, "audio.getStreamInfo", {}) as { playing: boolean; channels: number };
  assertEquals([stream.playing, stream.channels], [true, 1]);

  // The page draws the menu, and the user's choice reaches the panel.
  await call(page, "menu.show", { items: [{ id: "a", label: "Alpha" }, { id: "b", label: "Beta" }] });
  await page.getByRole("menuitem", { name: "Beta" }).click();
  assertEquals((await heard(page, "menu:dismiss")).filter((text) => text.startsWith("menu:")), [
    'menu:select {"menuId":"menu-1","itemId":"b"}',
    'menu:dismiss {"menuId":"menu-1","reason":"select"}',
  ]);
  await card(page).getByRole("list", { name: "Native actions" }).getByText("player.overlay.open").waitFor();
  assertEquals(watched.complaints, []);
}

mpvTest(
  "in a real browser, panels play and show menus with mpv",
  playsAndChooses,
  browserProgram === undefined ? "there is no Chromium" : undefined,
);
