import { assertEquals } from "@std/assert";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { browserProgram, launch, whyIgnored } from "../playground/browser.ts";
import { assertComes } from "../playground/page_actions.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { Reader } from "./tutorial_panels.ts";

setDeadline(300_000);

Deno.test({
  name: `docs/tutorials/radio.md works as printed${whyIgnored}${leftOut("it drives a browser")}`,
  ignore: browserProgram === undefined || !TEST_ALL,
  async fn() {
    await using stack = new AsyncDisposableStack();
    const browser = stack.adopt(await launch(), (browser) => browser.close());
    const reader = stack.use(await Reader.open("docs/tutorials/radio.md"));
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

    // A session with one track.
    await press("Start");
    await says("Track 1");
    await assertComes(played, true);
    await press("Stop");
    await says("Silence");
    await assertComes(played, false);

    /** Marks the page, saves a file, and waits until the page has reloaded. */
    const save = async (name: string): Promise<void> => {
      await panel.locator("body").evaluate((body) => body.id = "old");
      await reader.save(name);
      await panel.locator("body:not(#old)").waitFor();
      await panel.locator("body").evaluate(
        `document.readyState === "complete" || new Promise((done) => addEventListener("load", done))`,
      );
    };

    await save("panel.js");
    await press("Start");
    for (let number = 1; number <= 5; number++) {
      await says(`Track ${number}`);
      await press("Skip");
    }
    await says("Track 6");
    // Let the track end by itself.
    player.user.seek((player.facts.nowPlaying?.length ?? 0) - 0.1);
    await says("Track 7");
    assertEquals(await status.textContent(), "");
    // The user plays another track, which ends the session.
    await player.user.play(0, 1);
    await says("Silence");

    await save("tracks.js");
    await press("Start");
    await says("Track 1");
    await press("Skip");
    await says("Track 2");
    await press("Skip");
    await says("Track 4");
    await assertComes(
      async () => /^http:\/\/broken\.example\/3\.mp3: ./.test(await status.textContent() ?? ""),
      true,
    );

    await save("tracks.js");
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
