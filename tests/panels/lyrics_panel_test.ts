import { assertEquals } from "@std/assert";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { browserProgram, launch, whyIgnored } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { OpenedPanel } from "./opened_panel.ts";

setDeadline(120_000);

Deno.test({
  name: `the panel Lyrics ignores lyrics that come after those of the next track${
    whyIgnored || leftOut("it drives a browser for seconds")
  }`,
  ignore: browserProgram === undefined || !TEST_ALL,
  async fn() {
    const player = new ReferencePlayer({ panels: {} });
    await player.user.play(0, 0);
    await using browser = await launch();
    await using panel = await OpenedPanel.open(browser, "lyrics", player);
    const { frame } = panel;
    const shown = () => frame.getByRole("region", { name: "Lyrics" }).textContent();
    const answerTo = (look: number, lyrics: string) =>
      frame.evaluate(
        `looks[${look}](${JSON.stringify({ success: true, available: true, synced: false, lyrics })})`,
      );
    await panel.hide();
    await frame.evaluate(`
      globalThis.looks = [];
      fb2k.lyrics.get = () => new Promise((answer) => looks.push(answer));`);
    await panel.show();
    await assertComes(() => frame.evaluate("looks.length"), 1);
    await player.user.next();
    await assertComes(() => frame.evaluate("looks.length"), 2);
    await answerTo(1, "Of the next track");
    await assertComes(shown, "Of the next track");
    await answerTo(0, "Of the first track");
    await frame.evaluate("fb2k.playback.getState()");
    assertEquals(await shown(), "Of the next track");
  },
});
