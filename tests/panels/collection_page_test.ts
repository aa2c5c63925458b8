import { assertEquals } from "@std/assert";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { browserProgram, launch, whyIgnored } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { OpenedPanel } from "./opened_panel.ts";

setDeadline(120_000);

Deno.test({
  name:
    `a page reads tags, shows a folder tree, marks the playing row, asks for a name and adds a folder, in the playground${
      whyIgnored || leftOut("it drives a browser for seconds")
    }`,
  ignore: browserProgram === undefined || !TEST_ALL,
  async fn() {
    const player = new ReferencePlayer({ panels: {}, scanMilliseconds: 0 });
    await player.user.play(0, 1);
    await using browser = await launch();
    await using panel = await OpenedPanel.open(browser, "../tests/panels/collection", player);
    const { frame, page } = panel;
    const rows = frame.locator("#rows li");
    const current = frame.locator("#rows [aria-current]");

    // The mark follows the playing track.
    await rows.nth(2).waitFor();
    const titles = await rows.allTextContents();
    await assertComes(() => current.allTextContents(), [titles[1]]);
    await player.user.next();
    await assertComes(() => current.allTextContents(), [titles[2]]);

    await rows.first().click();
    await frame.getByRole("row", { name: "ARTIST Harbour Lights", exact: true }).waitFor();

    const tree = frame.locator("#folders");
    await tree.getByText(/^Harbour Lights \(/).click();
    await tree.getByText(/^Tidewater \(/).click();
    await tree.getByText(titles[0] ?? "", { exact: true }).waitFor();

    // The new playlist becomes the active one.
    await frame.getByRole("button", { name: "New playlist…" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Mine");
    await page.keyboard.press("Enter");
    await frame.getByRole("heading", { name: "Mine (0)" }).waitFor();

    // Nobody may read this folder but the panel in which the user has chosen it.
    const folder = "/music/private/Rehearsals";
    const denied = await frame.evaluate<{ invalidCount: number }>(
      `fb2k.invoke("playlist.addPaths", { paths: ["${folder}"] })`,
    );
    assertEquals(denied.invalidCount, 1);
    for (const answer of ["Cancel", "OK"]) {
      await frame.getByRole("button", { name: "Add folder…" }).click();
      await page.getByRole("dialog").getByLabel("Folder").fill(folder);
      await page.getByRole("dialog").getByRole("button", { name: answer }).click();
    }
    await frame.getByRole("status").getByText("2 added").waitFor();
    await frame.getByRole("heading", { name: "Mine (2)" }).waitFor();
    await assertComes(() => rows.allTextContents(), ["Low Water (Sketch)", "Count-In"]);
  },
});
