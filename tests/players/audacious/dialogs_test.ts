import { assert, assertEquals } from "@std/assert";
import { basename, join } from "@std/path";
import {
  Audacious,
  audaciousTest,
  descendants,
  type Desktop,
  eventually,
  panelFiles,
  tracks,
} from "./real_audacious.ts";

/** Waits until so many windows have a title. */
async function windows(desktop: Desktop, title: string, count: number): Promise<void> {
  await eventually(async () => {
    const found = await desktop.xdotool("search", "--onlyvisible", "--name", title).catch(() => "");
    assertEquals(found.split("\n").filter((line) => line !== "").length, count);
  });
}

audaciousTest(
  "a panel asks by dialogs of Audacious, which end with it and with the bridge",
  async (desktop) => {
    await desktop.write(panelFiles);
    const [track = ""] = await tracks(desktop, 60);
    await using audacious = await Audacious.start(desktop);
    using page = await audacious.page("test");
    await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
    /** Opens a dialog, presses keys in it and returns the answer. */
    const ask = async (method: string, params: { title: string }, ...keys: string[][]): Promise<unknown> => {
      await page.evaluate(`window.answer = undefined;
      void fb2k.invoke("dialog.${method}", ${JSON.stringify(params)}).then((given) => answer = given)`);
      await windows(desktop, `${params.title} – Test`, 1);
      await desktop.xdotool("search", "--onlyvisible", "--name", params.title, "windowfocus", "--sync");
      for (const key of keys) await desktop.xdotool(...key);
      const answer = await eventually(async () => {
        const given = await page.evaluate("answer");
        if (given === undefined) throw new Error("no answer");
        return given;
      });
      await windows(desktop, params.title, 0);
      return answer;
    };
    const question = { title: "Sure", message: "<b>Sure?</b>", buttons: ["A & B", "No"], defaultButton: 1 };
    const canceled = { success: true, canceled: true };
    assertEquals(await ask("confirm", question, ["key", "Return"]), {
      success: true,
      response: 1,
      confirmed: false,
    });
    assertEquals(await ask("confirm", question, ["key", "shift+Tab", "space"]), {
      success: true,
      response: 0,
      confirmed: true,
    });
    assertEquals(await ask("confirm", { ...question, type: "error" } as never, ["key", "Escape"]), {
      success: true,
      response: -1,
      confirmed: false,
    });
    const name = { title: "Name", message: "<img src=/x>", defaultValue: "Old" };
    assertEquals(await ask("prompt", name, ["key", "ctrl+a"], ["type", "New"], ["key", "Return"]), {
      success: true,
      canceled: false,
      value: "New",
    });
    assertEquals(await ask("prompt", name, ["key", "Escape"]), { ...canceled, value: null });
    const files = { title: "Add", defaultPath: track, filters: [{ name: "Sound", extensions: ["wav"] }] };
    assertEquals(await ask("openFile", files, ["key", "Return"]), {
      success: true,
      canceled: false,
      filePaths: [track],
    });
    assertEquals(await ask("openFile", files, ["key", "Escape"]), { ...canceled, filePaths: [] });
    assertEquals(await ask("openFolder", { title: "Folder" }, ["key", "Escape"]), {
      ...canceled,
      folderPath: "",
    });
    const saved = join(desktop.directory, "list.m3u");
    assertEquals(await ask("saveFile", { title: "Save" }, ["type", saved], ["key", "Return"]), {
      success: true,
      canceled: false,
      filePath: saved,
    });

    // The page reloads, and the bridge is killed.
    await page.evaluate(`void fb2k.invoke("dialog.prompt", { title: "Left" })`);
    await windows(desktop, "Left", 1);
    // Audacious and its other panels are used meanwhile.
    assertEquals((await page.call("test.ping")).pong, true);
    assertEquals((await page.call("dialog.confirm")).error, "A dialog of this panel is open");
    await page.evaluate("location.reload()").catch(() => {});
    await windows(desktop, "Left", 0);
    using again = await audacious.page("test");
    const answers = () => eventually(async () => assertEquals((await again.call("test.ping")).pong, true));
    await answers();
    await again.evaluate(`void fb2k.invoke("dialog.openFolder", { title: "Killed" }).catch(() => {})`);
    await windows(desktop, "Killed", 1);
    const [bridge] = await descendants(audacious.pid, "main.ts");
    assert(bridge);
    Deno.kill(bridge.pid, "SIGKILL");
    await windows(desktop, "Killed", 0);
    await answers();
    await again.evaluate(`void fb2k.invoke("dialog.confirm", { title: "Quit" }).catch(() => {})`);
    await windows(desktop, "Quit", 1);
    assertEquals(await audacious.quit(), 0);
  },
);

audaciousTest(
  "a page reads tags, shows a folder tree, marks the playing row, asks for a name and adds a folder",
  async (desktop) => {
    const folder = new URL("../../panels/collection/", import.meta.url);
    await desktop.write({
      ...panelFiles,
      "tonearm/panels/test/index.html": await Deno.readTextFile(new URL("index.html", folder)),
      "tonearm/panels/test/collection.js": await Deno.readTextFile(new URL("collection.js", folder)),
    });
    const paths = await tracks(desktop, 60, 60, 60);
    const added = join(desktop.directory, "added");
    const played = join(desktop.directory, "played");
    for (const each of [added, played]) await Deno.mkdir(each);
    const moved = paths.map((path, index) => join(index === 0 ? added : played, basename(path)));
    for (const [index, path] of paths.entries()) await Deno.rename(path, moved[index] ?? "");
    await using audacious = await Audacious.start(desktop);
    using page = await audacious.page("test");
    const texts = (selector: string) =>
      `[...document.querySelectorAll("${selector}")].map((each) => each.textContent)`;
    const shows = (selector: string, expected: readonly string[]): Promise<void> =>
      eventually(async () => assertEquals(await page.evaluate(texts(selector)), expected));
    const click = (selector: string) => page.evaluate(`document.querySelector("${selector}").click()`);

    await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
    assertEquals((await page.call("playback.playPaths", { paths: moved.slice(1) })).success, true);
    await shows("#rows li", ["Title 2", "Title 3"]);
    await shows("#rows [aria-current]", ["Title 2"]);
    await page.call("playback.next");
    await shows("#rows [aria-current]", ["Title 3"]);
    await click("#rows li");
    await eventually(async () => {
      assert((await page.evaluate(texts("#tags tr"))).includes("TITLETitle 2"));
    });

    const answer = async (button: string, title: string, ...keys: string[][]): Promise<void> => {
      await click(button);
      await windows(desktop, `${title} – Test`, 1);
      await desktop.xdotool("search", "--onlyvisible", "--name", title, "windowfocus", "--sync");
      for (const key of keys) await desktop.xdotool(...key);
      await windows(desktop, title, 0);
    };
    await answer("#name", "New playlist", ["type", "Mine"], ["key", "Return"]);
    await shows("#playlist", ["Mine (0)"]);
    await answer("#folder", "Add folder", ["key", "Escape"]);
    await answer("#folder", "Add folder", ["type", added], ["key", "Return"]);
    await shows("#status", ["1 added"]);
    await shows("#rows li", ["Title 1"]);

    // The library is that of the open playlists: the tree has both folders now.
    await eventually(async () =>
      assertEquals(await page.evaluate(texts("#folders summary")), ["played (2)", "added (1)"])
    );
    await click("#folders summary");
    await shows("#folders details div", ["Title 2", "Title 3"]);
  },
);
