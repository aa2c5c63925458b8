import { assert, assertEquals, assertRejects } from "@std/assert";
import type { MpvPlayer } from "../../players/mpv/player.ts";
import { NoSuchPlayer, startMpv } from "../../playground/players.ts";
import type { PlayerState } from "../../playground/protocol.ts";
import { mpvTest, quietMpv, wav } from "../players/mpv/real_mpv.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { assertComes } from "./page_actions.ts";
import { type TestControl, TestPlayground } from "./support.ts";

/** A playground with mpv, a page, a panel, and a track of one minute. */
class MpvPage implements AsyncDisposable {
  private constructor(
    readonly mpv: MpvPlayer,
    readonly test: TestPlayground,
    readonly control: TestControl,
    readonly api: Awaited<ReturnType<TestPlayground["panel"]>>["api"],
    readonly directory: string,
    readonly rest: AsyncDisposableStack,
  ) {}

  static async start(): Promise<MpvPage> {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-page-" });
    await using stack = new AsyncDisposableStack();
    stack.defer(() => Deno.remove(directory, { recursive: true }));
    const mpv = await startMpv(directory, { args: quietMpv.args, environment: () => undefined });
    // Ends mpv as well.
    const test = stack.use(await TestPlayground.start({ host: mpv }));
    const control = stack.use(await test.control());
    const { api } = await test.panel(control, "one");
    return new MpvPage(mpv, test, control, api, directory, stack.move());
  }

  async track(title: string): Promise<string> {
    const path = `${this.directory}/${title}.wav`;
    await Deno.writeFile(path, wav(60, { INAM: title, IART: "Nobody" }));
    return path;
  }

  /** Waits until the page receives a state that fits. */
  sees(fits: (state: Partial<PlayerState>) => boolean): Promise<Partial<PlayerState>> {
    return this.control.until((messages) => {
      const state: Partial<PlayerState> = Object.assign(
        {},
        ...messages.map((message) => message.kind === "player" ? message.state : {}),
      );
      return fits(state) ? state : undefined;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.rest.disposeAsync();
  }
}

mpvTest(
  "a track that jitQueue.playNow plays in mpv is on the page with its tags",
  async () => {
    await using page = await MpvPage.start();
    const path = await page.track("First");
    await page.sees(({ nowPlaying, playlists }) => nowPlaying === null && playlists?.list[0]?.name === "mpv");
    const answer = await page.api.invoke("jitQueue.playNow", { trackId: "t", url: path });
    assertEquals(answer.success, true);
    const { nowPlaying } = await page.sees(({ nowPlaying }) => nowPlaying?.title === "First");
    assert(nowPlaying);
    assertEquals([nowPlaying.artist, nowPlaying.length, nowPlaying.paused], ["Nobody", 60, false]);
    await page.sees(({ nowPlaying }) => (nowPlaying?.position ?? 0) >= 1);
    assert(page.control.rows.some(({ name, kind }) => name === "player.playback.play" && kind === "action"));
  },
);

mpvTest(
  "actions on the page happen in mpv, and changes in mpv appear on the page",
  async () => {
    await using page = await MpvPage.start();
    const paths = [await page.track("First"), await page.track("Second"), await page.track("Third")];
    const { control, mpv } = page;
    await page.api.invoke("queue.addPaths", { paths });
    const { queue } = await page.sees(({ queue }) => queue?.length === 3);
    for (const { entry } of queue ?? []) await control.ask("act", { do: "unqueue", entry });
    await page.sees(({ queue }) => queue?.length === 0);
    // The files are read one after another.
    await assertComes(async () => {
      const rows = await control.ask("tracks", { playlist: 1, offset: 1, limit: 100 });
      return rows.map(({ title, artist, duration }) => [title, artist, duration]);
    }, [["Second", "Nobody", 60], ["Third", "Nobody", 60]]);

    await control.ask("act", { do: "activate", playlist: 1 });
    await control.ask("act", { do: "select", items: [1, 2] });
    const { selection } = await page.sees(({ selection }) => selection?.total === 2);
    assertEquals([selection?.playlist, selection?.items], [1, [1, 2]]);
    // Play begins with the first selected item.
    await control.ask("act", { do: "resume" });
    await page.sees(({ nowPlaying }) => nowPlaying?.title === "Second");
    await control.ask("act", { do: "pause" });
    await page.sees(({ nowPlaying }) => nowPlaying?.paused === true);
    await control.ask("act", { do: "seek", position: 42 });
    // mpv reports the position of the next sample.
    await page.sees(({ nowPlaying }) =>
      nowPlaying?.paused === true && Math.round(nowPlaying.position) === 42
    );
    await control.ask("act", { do: "resume" });
    await page.sees(({ nowPlaying }) =>
      nowPlaying?.paused === false && Math.round(nowPlaying.position) >= 42
    );
    await control.ask("act", { do: "queue", playlist: 1, items: [0] });
    await page.sees(({ queue }) => queue?.[0]?.title === "First" && queue[0].playlist === 1);
    await control.ask("act", { do: "next" });
    await page.sees(({ nowPlaying, queue }) => nowPlaying?.title === "First" && queue?.length === 0);
    await control.ask("act", { do: "play", playlist: 1, item: 2 });
    await page.sees(({ nowPlaying }) => nowPlaying?.title === "Third" && nowPlaying.item === 2);

    // In mpv itself.
    await mpv.link.command("set_property", "pause", true);
    await page.sees(({ nowPlaying }) => nowPlaying?.paused === true);
    await mpv.link.command("loadfile", paths[1] ?? "", "append");
    await page.sees(({ playlists }) => playlists?.list[0]?.count === 1);

    await control.ask("act", { do: "stop" });
    await page.sees(({ nowPlaying }) => nowPlaying === null);
    await assertRejects(
      () => control.ask("act", { do: "play", playlist: 1, item: 3 }),
      Error,
      "No such item 3",
    );
    await assertRejects(() => control.ask("act", { do: "select", items: [3] }), Error, "No such item 3");
    await assertRejects(() => control.ask("act", { do: "locale", locale: "de" }), Error, "locale");
  },
);

mpvTest("clipboard, console, messages and menu overlay of mpv's panels are on the page", async () => {
  await using page = await MpvPage.start();
  await page.api.invoke("clipboard.write", { text: "copied" });
  await page.sees(({ clipboard }) => clipboard?.text === "copied");
  await page.api.invoke("misc.showPopupMessage", { title: "T", message: "M" });
  await page.sees(({ desktop }) => desktop?.includes("Message “T”: M") ?? false);
  await page.api.invoke("console.log", { message: "said" });
  await page.sees((state) => state.console?.some(({ line }) => line.includes("said")) ?? false);

  const chosen = new Promise((resolve) => page.api.on("menu:select", resolve));
  await page.api.invoke("menu.show", { items: [{ id: "a", label: "A" }] });
  const { overlay } = await page.sees(({ overlay }) => (overlay ?? null) !== null);
  await page.control.ask("act", { do: "choose", menuId: overlay?.menuId ?? "", itemId: "a" });
  assertEquals(await chosen, { menuId: overlay?.menuId, itemId: "a" });
  await page.sees(({ overlay }) => overlay === null);
});

mpvTest("a killed mpv is reported and started again with its state", async () => {
  await using page = await MpvPage.start();
  const path = await page.track("First");
  await page.api.invoke("jitQueue.playNow", { trackId: "t", url: path });
  await page.sees(({ nowPlaying }) => nowPlaying?.title === "First");
  const { pid } = page.mpv.link;
  assert(pid !== null);
  Deno.kill(pid, "SIGKILL");
  await page.sees(({ nowPlaying, desktop }) =>
    nowPlaying === null && (desktop?.includes("mpv is running again") ?? false)
  );
  assertEquals(page.test.reported, ["mpv was killed by SIGKILL; restarting it", "mpv is running again"]);
  const { playlists } = await page.sees(() => true);
  const index = playlists?.list.findIndex(({ count }) => count > 0) ?? -1;
  await page.control.ask("act", { do: "play", playlist: index, item: 0 });
  await page.sees(({ nowPlaying }) => nowPlaying?.title === "First");
});

mpvTest(
  "after the user quits mpv it is not started again, and page and terminal say so",
  async () => {
    await using page = await MpvPage.start();
    const ended = "mpv has ended and is not started again; restart the playground to have it back";
    await page.api.invoke("misc.exit");
    await page.sees(({ desktop }) => [ended, "mpv is not running"].every((line) => desktop?.includes(line)));
    assertEquals(page.test.reported, [ended]);
    await assertRejects(() => page.control.ask("act", { do: "pause" }), Error, "mpv is not running");
    assertEquals((await page.api.invoke("queue.getCount")).count, 0);
  },
);

mpvTest("an mpv that does not start is reported with its output", async () => {
  await using temporary = await tempDirectory();
  const directory = temporary.path;
  await assertRejects(
    () => startMpv(directory, { args: ["--no-such-option"] }),
    NoSuchPlayer,
    "no-such-option",
  );
});
