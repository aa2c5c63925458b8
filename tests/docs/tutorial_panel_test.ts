import { assertEquals } from "@std/assert";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { startMpv } from "../../playground/players.ts";
import { quietMpv, wav, withoutMpv } from "../players/mpv/real_mpv.ts";
import { browserProgram, launch, whyIgnored } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { type OpenPlayground, Reader } from "./tutorial_panels.ts";

setDeadline(300_000);

/** Returns locators of the panel's elements. */
function partsOf({ panel, page }: OpenPlayground) {
  return {
    title: panel.getByRole("heading", { level: 1 }),
    button: panel.getByRole("button"),
    rows: panel.getByRole("listitem"),
    choose: (name: string) =>
      page.getByRole("menu", { name: "Menu" }).getByRole("menuitem", { name }).click(),
  };
}

Deno.test({
  name: `the first panel of docs/panels.md works as printed${whyIgnored}${
    leftOut("it drives a browser and mpv")
  }`,
  ignore: browserProgram === undefined || !TEST_ALL,
  async fn(t) {
    await using stack = new AsyncDisposableStack();
    const browser = stack.adopt(await launch(), (browser) => browser.close());
    const reader = stack.use(await Reader.open("Your first panel"));
    const options = await reader.untilPlayground();
    assertEquals(options.player, "reference");

    await t.step("in the playground", async () => {
      const player = new ReferencePlayer({ panels: {} });
      await using playground = await reader.playground(browser, options, player);
      const { page } = playground;
      const { title, button, rows, choose } = partsOf(playground);
      await title.getByText("Nothing is playing").waitFor();
      await button.click();
      assertEquals(await rows.count(), 0);
      const tracks = page.getByRole("listbox", { name: "Tracks" }).getByRole("option");
      await tracks.nth(2).dblclick();
      const name = await tracks.nth(2).locator(".title").textContent() ?? "";
      await assertComes(() => title.textContent(), name);
      await page.getByRole("button", { name: "Stop", exact: true }).click();
      await title.getByText("Nothing is playing").waitFor();
      await tracks.nth(2).dblclick();
      await assertComes(() => title.textContent(), name);
      await button.click();
      await page.getByText("Queue (1)").waitFor();
      await button.click();
      await assertComes(() => rows.allTextContents(), [name, name]);

      await reader.change("track.js", "{ playlist,", "{ playlist: 99,");
      await assertComes(async () => {
        await button.click();
        return await button.textContent();
      }, "Invalid playlist index");
      await reader.change("track.js", "{ playlist: 99,", "{ playlist,");
      await button.getByText("Queue this track").waitFor();

      await assertComes(() => rows.count(), player.facts.queue.length);
      const before = await rows.count();
      await rows.first().click({ button: "right" });
      await choose("Remove from queue");
      await assertComes(() => rows.count(), before - 1);
      await button.click();
      await assertComes(() => rows.count(), before);
      await button.press("Tab");
      await rows.first().press("Shift+F10");
      await choose("Clear the queue");
      await assertComes(() => rows.count(), 0);
    });

    await t.step(`unchanged with mpv${withoutMpv ? ` (left out: ${withoutMpv})` : ""}`, async () => {
      const options = await reader.untilPlayground();
      assertEquals([options.player, options.files], ["mpv", ["~/Music"]]);
      if (withoutMpv) return;
      const music = await Deno.makeTempDir({ prefix: "tonearm-tutorial-mpv-" });
      stack.defer(() => Deno.remove(music, { recursive: true }));
      await Deno.writeFile(`${music}/1.wav`, wav(60, { INAM: "First" }));
      const mpv = await startMpv(music, { args: quietMpv.args, environment: () => undefined });
      await using playground = await reader.playground(browser, options, mpv);
      await mpv.load([`${music}/1.wav`]);
      const { title, button, rows, choose } = partsOf(playground);
      await title.getByText("First").waitFor();
      await button.click();
      await assertComes(() => rows.allTextContents(), ["First"]);
      await rows.first().click({ button: "right" });
      await choose("Remove from queue");
      await assertComes(() => rows.count(), 0);
    });
  },
});
