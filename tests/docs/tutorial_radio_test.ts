import { assertEquals } from "@std/assert";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { browserProgram, launch, whyIgnored } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { Reader } from "./tutorial_panels.ts";

setDeadline(300_000);

Deno.test({
  name: `the radio of docs/panels.md works as printed${whyIgnored}${leftOut("it drives a browser")}`,
  ignore: browserProgram === undefined || !TEST_ALL,
  async fn() {
    await using stack = new AsyncDisposableStack();
    const browser = stack.adopt(await launch(), (browser) => browser.close());
    const reader = stack.use(await Reader.open("A radio"));
    const options = await reader.untilPlayground();
    assertEquals(options.player, "reference");
    const player = new ReferencePlayer({ panels: {} });
    const playlists = player.facts.playlists.map(({ name, count }) => [name, count]);
    const playground = stack.use(await reader.playground(browser, options, player));
    const { panel } = playground;
    const heading = panel.getByRole("heading");
    const status = panel.getByRole("status");
    const says = (text: string) => assertComes(() => heading.textContent(), text);
    const press = (name: string) => panel.getByRole("button", { name }).click();
    const played = () => Promise.resolve(Boolean(player.facts.nowPlaying));

    /** Marks the page, changes the addresses, and waits until the page has reloaded. */
    const change = async (before: string, after: string): Promise<void> => {
      await panel.locator("body").evaluate((body) => body.id = "old");
      await reader.change("tracks.js", before, after);
      await panel.locator("body:not(#old)").waitFor();
      await playground.loaded();
    };

    await press("Start");
    await says("Track 1");
    await assertComes(played, true);
    await press("Stop");
    await says("Silence");
    await assertComes(played, false);

    await change("number = 0", "number = 99");
    await press("Start");
    for (let number = 100; number <= 104; number++) {
      await says(`Track ${number}`);
      await press("Skip");
    }
    await says("Track 105");
    // Let the track end by itself.
    player.user.seek((player.facts.nowPlaying?.length ?? 0) - 0.1);
    await says("Track 106");
    assertEquals(await status.textContent(), "");
    // The user plays another track, which ends the session.
    await player.user.play(0, 1);
    await says("Silence");

    const hosts = '${number % 3 === 0 ? "broken.example" : "radio.example"}';
    await change("radio.example", hosts);
    await press("Start");
    await says("Track 100");
    await press("Skip");
    await says("Track 101");
    await press("Skip");
    await says("Track 103");
    await assertComes(
      async () => /^http:\/\/broken\.example\/102\.mp3: ./.test(await status.textContent() ?? ""),
      true,
    );

    await change(hosts, "broken.example");
    await press("Stop");
    await says("Silence");
    for (let attempt = 0; attempt < 2; attempt++) {
      await press("Start");
      await assertComes(() => status.textContent(), "The radio has ended: too many tracks failed.");
    }

    assertEquals(
      player.facts.playlists.map(({ name, count }) => [name, count]).slice(0, playlists.length),
      playlists,
    );
  },
});
