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
    `a page in the manner of 2.0 finds rows, queues them in front, reverses the queue and plays from it, in the playground${
      whyIgnored || leftOut("it drives a browser for seconds")
    }`,
  ignore: browserProgram === undefined || !TEST_ALL,
  async fn() {
    const player = new ReferencePlayer({ panels: {}, scanMilliseconds: 0 });
    await player.user.play(0, 0);
    await using browser = await launch();
    await using panel = await OpenedPanel.open(browser, "../tests/panels/up_next", player);
    const { frame } = panel;
    const ready = frame.locator("body[data-ready]");
    const texts = (list: string) => () => frame.locator(`#${list} li`).allTextContents();
    const press = (list: string, index: number) => frame.locator(`#${list} button`).nth(index).click();
    const search = async (query: string) => {
      await frame.getByLabel("Find").fill(query);
      await frame.getByLabel("Find").press("Enter");
    };
    await ready.waitFor();

    await search("tracknumber LESS");
    await frame.getByRole("status").getByText("Invalid query").waitFor();
    const tracks = await frame.evaluate<{ title: string; trackNumber: number }[]>(
      `fb2k.playlist.getTracks({ playlist: 0 }).then(({ tracks }) => tracks)`,
    );
    const found = tracks.filter(({ trackNumber }) => trackNumber < 3).toReversed();
    await search("tracknumber LESS 3");
    await assertComes(texts("found"), found.map(({ title, trackNumber }) => `${trackNumber}. ${title}`));

    // The last one pressed stands first, and one that is pressed again moves there.
    const [a = "", b = "", c = ""] = found.map(({ title }) => title);
    const presses: [number, string[]][] = [[0, [a]], [1, [b, a]], [2, [c, b, a]], [0, [a, c, b]]];
    for (const [index, queue] of presses) {
      await press("found", index);
      await assertComes(texts("queue"), queue);
    }
    await frame.getByRole("button", { name: "Reverse" }).click();
    await assertComes(texts("queue"), [b, c, a]);
    await press("queue", 1);
    await assertComes(texts("queue"), [b, a]);
    const playing = `fb2k.playback.getCurrentTrack().then(({ title }) => title)`;
    await assertComes(() => frame.evaluate(playing), c);

    // The next page searches again, and the ports of this one are gone.
    await frame.evaluate("void location.reload()");
    await frame.waitForFunction(`document.querySelectorAll("#found li").length === ${found.length}`);
    await ready.waitFor();
    assertEquals(await frame.evaluate(`fb2k.invoke("port.getPorts").then(({ ports }) => ports.length)`), 2);
    await assertComes(texts("queue"), [b, a]);
  },
});
