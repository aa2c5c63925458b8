import { assertEquals } from "@std/assert";
import { startMpv } from "../../playground/players.ts";
import { mpvTest, quietMpv, wav } from "../players/mpv/real_mpv.ts";
import { browserProgram, launch } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { TEST_ALL } from "../support/test_all.ts";
import { OpenedPanel } from "./opened_panel.ts";

/** The tracks in mpv's playlist. */
const titles = ["First", "Second", "Third"];

async function controlsMpv(): Promise<void> {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-panels-" });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => Deno.remove(directory, { recursive: true }));
  const paths = titles.map((title) => `${directory}/${title}.wav`);
  for (const [index, path] of paths.entries()) {
    await Deno.writeFile(path, wav(60, { INAM: titles[index] ?? "", IART: "Nobody" }));
  }
  const browser = stack.adopt(await launch(), (browser) => browser.close());
  for (const name of ["now_playing", "playlist"]) {
    const mpv = await startMpv(directory, { args: quietMpv.args, environment: () => undefined });
    await using panel = await OpenedPanel.open(browser, name, mpv);
    const { frame } = panel;
    await frame.evaluate(`fb2k.playback.playPaths({ paths: ${JSON.stringify(paths)} })`);
    const property = (name: string) => mpv.link.command("get_property", name);
    if (name === "now_playing") {
      const heading = frame.getByRole("heading");
      await assertComes(() => heading.textContent(), "First");
      await frame.getByRole("button", { name: "Pause" }).click();
      await assertComes(() => property("pause"), true);
      await frame.getByRole("slider", { name: "Position" }).fill("30");
      await assertComes(async () => Math.round(Number(await property("time-pos"))), 30);
      await frame.getByRole("slider", { name: "Volume" }).fill("0");
      await assertComes(async () => Math.round(Number(await property("volume"))), 0);
      await frame.getByRole("button", { name: "Next" }).click();
      await assertComes(() => heading.textContent(), "Second");
      continue;
    }
    const list = frame.getByRole("listbox", { name: "Tracks" });
    const row = (index: number) => frame.locator(`#row-${index}`);
    await row(0).getByText("playing").waitFor();
    await row(2).dblclick();
    await row(2).getByText("playing").waitFor();
    await assertComes(() => property("media-title"), "Third");
    await list.press("Home");
    await list.press("q");
    await row(0).getByText("queued 1").waitFor();
    await list.press("Shift+F10");
    await panel.page.getByRole("menu", { name: "Menu" }).waitFor();
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await panel.page.keyboard.press(key);
    await assertComes(() => row(0).getByText("queued").count(), 0);
    assertEquals(mpv.facts.queue, []);
  }
}

const lacking = browserProgram === undefined ? "there is no Chromium" : undefined;

mpvTest(
  "panels show and control mpv in a real browser",
  controlsMpv,
  TEST_ALL ? lacking : "it needs five seconds of CPU time: set TONEARM_TEST_ALL=1",
);
