import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "@std/path";
import { eventually, installer, QuodLibet, quodLibetTest, run } from "./real_quodlibet.ts";

async function send(
  player: QuodLibet,
  panel: string,
  selector: string,
  type: string,
  key = "",
): Promise<void> {
  await player.page(
    panel,
    `document.querySelector("${selector}").dispatchEvent(new KeyboardEvent("${type}", { key: "${key}", bubbles: true })); true`,
  );
}

/** A point of the row "Add to queue" of the open menu, on the screen. A menu that is not placed yet lies outside it. */
const placeOfRow = `overlay = tonearm.menus.overlay
def find(widget):
    if getattr(widget.props, "text", None) == "Add to queue": return widget
    return next(filter(None, map(find, widget.get_children() if hasattr(widget, "get_children") else [])), None)
row = find(overlay.popover) if overlay and overlay.popover.get_mapped() else None
origin = row and row.get_window().get_origin()
result = row and origin.x > 0 and origin.y > 0 and [origin.x + row.get_allocation().x + 20, origin.y + row.get_allocation().y + 10]`;

quodLibetTest("the panels of the tree work in Quod Libet", async (desktop, test) => {
  const panels = ["library", "now_playing", "playlist", "radio", "lyrics"];
  await desktop.configure(panels);
  await desktop.tracks(60, 60, 60);
  await using player = await QuodLibet.start(desktop);
  await player.playlist(3);
  const isPlaying = async (title: string): Promise<void> =>
    assertEquals(await player.playing(), { state: "playing", title });

  await test.step("a page has the operations of its bridge, and no others", async () => {
    await player.until("radio", `Boolean(globalThis.fb2k)`);
    const types =
      `[fb2k.playback.play, fb2k.window.close, fb2k.audio.subscribeSpectrum, fb2k.http].map((each) => typeof each)`;
    assertEquals(await player.page("radio", types), ["function", "function", "undefined", "undefined"]);
  });

  await test.step("playlist: Enter plays, Q queues, its menu is opened, and a row of it chosen", async () => {
    await player.evaluate(`app.window.side_book.set_current_page(2)`);
    await player.until("playlist", `document.querySelector("#row-2")?.innerText.includes("track 03")`);
    for (const key of ["ArrowDown", "Enter"]) await send(player, "playlist", "#tracks", "keydown", key);
    await eventually(() => isPlaying("track 02"));
    await player.until(
      "playlist",
      `document.querySelector('#row-1 [aria-label="playing"]:not([hidden])') !== null`,
    );
    await send(player, "playlist", "#tracks", "keydown", "q");
    await player.until(
      "playlist",
      `document.querySelector('#row-1 [aria-label="queued 1"]:not([hidden])') !== null`,
    );
    assertEquals(await player.evaluate("len(app.window.playlist.q)"), 1);
    await send(player, "playlist", "#row-2", "pointerdown");
    await send(player, "playlist", "#row-2", "contextmenu");
    const place: number[] = await eventually(async () => {
      const found = await player.evaluate(placeOfRow);
      if (!found) throw new Error("no menu is open");
      return found;
    });
    await run("xdotool", ["mousemove", ...place.map(String), "click", "1"], desktop.env);
    await eventually(async () => {
      assertEquals(await player.evaluate("len(app.window.playlist.q)"), 2);
    });
  });

  await test.step("a menu stays inside the window, and shows labels and icons as they were given", async () => {
    await player.evaluate(`made = app.library.playlists.create("My_list __x")`);
    const trees = await Promise.all(
      ["menu.getContextMenu", "menu.getMainMenu"].map((method) => player.call("playlist", method)),
    );
    const labels = JSON.stringify(trees);
    assert(labels.includes(`"My_list __x"`), labels);
    // GTK has a hidden row of that name in each submenu.
    assert(!labels.includes(`"Empty"`), labels);
    await player.evaluate(
      `next(each for each in app.library.playlists.values() if each.name == "My_list __x").delete()`,
    );

    const icon = "<path d='M4 4l16 8-16 8z' fill='currentColor'/>";
    const items = [
      { id: "a", label: `A_b ${"long ".repeat(100)}`, iconSvg: icon },
      { id: "b", type: "nowplaying", label: "b", title: "long ".repeat(100) },
      ...Array.from({ length: 60 }, (_, at) => ({ id: `row${at}`, label: `Row ${at}` })),
    ];
    assertEquals((await player.call("playlist", "menu.show", { x: 900, y: 400, items })).success, true);
    const shown = await eventually(async () => {
      const found = await player.evaluate(`def inside(widget):
    parts = []
    if hasattr(widget, "forall"): widget.forall(lambda each, *_: parts.append(each))
    return [widget] + [each for part in parts for each in inside(part)]
popover = tonearm.menus.overlay.popover
place, room = popover.get_allocation(), app.window.get_allocation()
widgets = inside(popover) if popover.get_mapped() else []
result = place.width > 1 and {
  "fits": place.width <= room.width and place.height <= room.height,
  "texts": list({each.get_text() for each in widgets if hasattr(each, "get_ellipsize") and each.get_text().startswith("A")}),
  "icons": list({each.get_mapped() for each in widgets if getattr(each.props, "pixbuf", None)})}`);
      assert(found && found.icons.length > 0, "no menu is open");
      return found;
    });
    assertEquals(shown, { fits: true, texts: [items[0]?.label], icons: [true] });
    assertEquals((await player.call("playlist", "menu.close")).success, true);
  });

  await test.step("playlist: a double click with the mouse plays", async () => {
    const row = `document.querySelector("#row-0").getBoundingClientRect()`;
    const [x, y] = await player.page("playlist", `((place) => [place.x + 60, place.y + 8])(${row})`);
    const [left, top] = await player.evaluate(
      `list(tonearm.panels.open["playlist"].view.get_window().get_origin())[-2:]`,
    );
    const place = [left + x, top + y].map((each) => String(Math.round(each)));
    await run(
      "xdotool",
      ["mousemove", ...place, "click", "--repeat", "2", "--delay", "60", "1"],
      desktop.env,
    );
    await eventually(() => isPlaying("track 01"));
  });

  await test.step("each playlist has its own selection, the user's marks are told, and tags are read", async () => {
    const marked =
      `[path.get_indices()[0] for path in app.window.songlist.get_selection().get_selected_rows()[1]]`;
    const cursor = `app.window.songlist.get_cursor()[0].get_indices()[0]`;
    const selected = async (playlist: number) =>
      (await player.call("playlist", "playlist.getSelection", { playlist })).items;
    const show = (name: string) =>
      player.evaluate(
        `tonearm.playlists.show(next(each for each in tonearm.playlists.entries if each.name == "${name}"))`,
      );
    await player.evaluate(`other = app.library.playlists.create("Other")
other.extend(sorted(app.library.values(), key=lambda song: song("~filename")))
tonearm.playlists.check()`);
    await player.page(
      "playlist",
      `globalThis.told = []; fb2k.on("playlist:selectionChanged", ({ playlist }) => told.push(playlist)); true`,
    );
    await player.call("playlist", "playlist.setSelection", { playlist: 0, indices: [0, 2] });
    await player.call("playlist", "playlist.setSelection", { playlist: 1, indices: [1] });
    await player.call("playlist", "playlist.setFocusedTrack", { playlist: 0, index: 1 });
    assertEquals(await player.evaluate(`[${marked}, ${cursor}]`), [[0, 2], 1]);
    assertEquals([await selected(0), await selected(1)], [[0, 2], [1]]);
    await player.until("playlist", `told.join() === "0,1"`);

    await player.evaluate(`rows = app.window.songlist.get_selection()
rows.unselect_all()
rows.select_path((1,))`);
    await player.until("playlist", `told.join() === "0,1,0"`);
    assertEquals(await selected(0), [1]);
    await show("Other");
    assertEquals(await player.evaluate(marked), [1]);
    await player.call("playlist", "playlist.removeTracks", { playlist: 1, items: [0] });
    assertEquals([await selected(1), await player.evaluate(marked)], [[0], [0]]);
    await show("All");
    assertEquals(await player.evaluate(marked), [1]);
    // Nothing was told when marks have gone and come back with their playlist.
    assertEquals(await player.page("playlist", "told.length"), 3);

    const path = await player.evaluate(`song = tonearm.playlists.entries[0].songs[0]
song["artist"] = "One\\nTwo"
song["comment"] = "x" * 70000
result = song["~filename"]`);
    const { tags } = await player.call("playlist", "metadata.read", { path });
    assertEquals([tags.artist, "comment" in tags], [["One", "Two"], false]);
    await player.evaluate(`tonearm.playlists.entries[1].playlist.delete()`);
  });

  await test.step("a playlist that the user renames and then deletes is told, and where a page puts one it stays", async () => {
    const names = async () =>
      (await player.call("playlist", "playlist.getAll")).map(({ name }: { name: string }) => name);
    await player.page(
      "playlist",
      `globalThis.heard = []; fb2k.on("playlist:renamed", ({ name }) => heard.push(name));
       fb2k.on("playlist:removed", ({ name }) => heard.push(name)); true`,
    );
    assertEquals(await player.call("playlist", "playlist.create", { name: "A", position: 1 }), {
      success: true,
      index: 1,
    });
    assertEquals((await player.call("playlist", "playlist.create", { name: "B" })).index, 2);
    assertEquals(await names(), ["All", "A", "B"]);
    await player.evaluate(`browser = app.window.browser
made = next(each for each in app.library.playlists.values() if each.name == "B")
browser._rename(next(row.path for row in browser._lists if row[0] is made), "C")
app.made = made`);
    // The removal of the step before may be told late, before the new name.
    await player.until("playlist", `heard.at(-1) === "C"`);
    await player.page("playlist", `heard.length = 0; true`);
    assertEquals(await names(), ["All", "A", "C"]);
    await player.evaluate("app.made.delete()");
    await player.until("playlist", `heard.length === 1`);
    assertEquals(await names(), ["All", "A"]);
    assertEquals(
      (await player.call("playlist", "playlist.rename", { playlist: 1, name: "D" })).success,
      true,
    );
    assertEquals((await player.call("playlist", "playlist.remove", { playlist: 1 })).success, true);
    assertEquals(await names(), ["All"]);
    await player.evaluate(`tonearm.playlists.show(tonearm.playlists.entries[0])`);
  });

  await test.step("library: it finds and plays", async () => {
    await player.evaluate(`app.window.side_book.set_current_page(0)`);
    await player.until("library", `document.querySelector("#heading").textContent === "Queue (2)"`);
    await player.page("library", `document.querySelector("#query").value = 'title IS "track 01"'; true`);
    await send(player, "library", "#query", "input");
    await player.until("library", `document.querySelectorAll("#results [role=option]").length === 1`);
    await send(player, "library", "#results", "keydown", "Enter");
    await eventually(() => isPlaying("track 01"));
  });

  await test.step("now playing: it shows the track, and its button pauses", async () => {
    await player.evaluate(`app.window.side_book.set_current_page(1)`);
    await player.until("now_playing", `document.querySelector("#title").textContent === "track 01"`);
    await player.until(
      "now_playing",
      `document.querySelector("#play:enabled")?.getAttribute("aria-label") === "Pause"`,
    );
    await player.page("now_playing", `document.querySelector("#play").click(); true`);
    await eventually(async () => assertEquals((await player.playing()).state, "paused"));
    await player.until(
      "now_playing",
      `document.querySelector("#play").getAttribute("aria-label") === "Play"`,
    );
  });

  await test.step("lyrics: it shows the track, and that it has none", async () => {
    await player.evaluate(`app.window.side_book.set_current_page(4)`);
    await player.until("lyrics", `document.querySelector("#title").textContent === "track 01"`);
    await player.until("lyrics", `document.querySelector("#status").textContent === "There are no lyrics."`);
  });

  await test.step("radio: it plays tracks of the library, and skips", async () => {
    await player.evaluate(`app.window.side_book.set_current_page(3)`);
    // A queued track would interrupt the radio.
    await player.evaluate("app.window.playlist.q.clear()");
    await player.page("radio", `document.querySelector("#start").click(); true`);
    await player.until("radio", `/^track 0[123]/.test(document.querySelector("#now").textContent)`);
    await eventually(async () => assertEquals((await player.playing()).state, "playing"));
    await player.until("radio", `!document.querySelector("#skip").disabled`);
    await player.page("radio", `document.querySelector("#skip").click(); true`);
    await player.until("radio", `document.querySelectorAll("#before li").length === 1`);
    await eventually(async () => {
      assertEquals((await player.call("radio", "jitQueue.getState")).state, "Active");
      assertEquals((await player.playing()).state, "playing");
    });
  });

  await test.step("the bridge is killed: it is replaced, settings are given back, and the radio plays again", async () => {
    const before = await player.evaluate("tonearm.bridge._process.child.pid");
    Deno.kill(before, "SIGKILL");
    await eventually(async () => {
      const pid =
        "(lambda process: process.child.pid if process and process.is_ready else 0)(tonearm.bridge._process)";
      assert(![0, before].includes(await player.evaluate(pid)));
    });
    assertEquals((await player.call("radio", "test.ping")).pong, true);
    await eventually(async () => {
      assertEquals((await player.call("radio", "jitQueue.getState")).state, "Active");
      assertEquals((await player.playing()).state, "playing");
    });
    // What the killed session had found comes back when the new one ends.
    await player.page("radio", `document.querySelector("#stop").click(); true`);
    await eventually(async () =>
      assertEquals(await player.evaluate("tonearm.playlists.shown().name"), "All")
    );
    const left =
      `[len(each.songs) for each in tonearm.playlists.entries if each.name == "__webview_buffer__"]`;
    await eventually(async () => assertEquals(await player.evaluate(left), [0]));
  });

  await test.step("the web process of a panel is killed: the others go on, and it is reloaded", async () => {
    await player.evaluate(`tonearm.panels.open["playlist"].view.terminate_web_process()`);
    await eventually(async () =>
      assert(await player.evaluate(`tonearm.panels.open["playlist"].bar.get_visible()`))
    );
    assertEquals((await player.call("radio", "test.ping")).pong, true);
    // A bridge that starts again hides what was said of the bridge only.
    await player.evaluate(`tonearm.ready()`);
    assertEquals(
      await player.evaluate(
        `[tonearm.panels.open[name].bar.get_visible() for name in ("playlist", "radio")]`,
      ),
      [true, false],
    );
    await player.evaluate(`app.window.side_book.set_current_page(2)`);
    await player.evaluate(`tonearm.panels.open["playlist"].bar.response(1)`);
    await player.until("playlist", `document.querySelectorAll("[role=option]").length > 0`);
  });

  await test.step("all web processes are killed by a signal: every panel says so, and is reloaded", async () => {
    const pid = await player.evaluate(`__import__("os").getpid()`);
    const processes = (await run("pgrep", ["-P", `${pid}`, "WebKitWebProces"], desktop.env)).match(/\d+/g) ??
      [];
    assert(processes.length > 0);
    for (const process of processes) Deno.kill(Number(process), "SIGKILL");
    const bars = `[each.bar for each in tonearm.panels.open.values()]`;
    await eventually(async () =>
      assertEquals(await player.evaluate(`all(bar.get_visible() for bar in ${bars})`), true)
    );
    await player.evaluate(`[bar.response(1) for bar in ${bars}]`);
    await player.until("playlist", `document.querySelectorAll("[role=option]").length > 0`);
    await player.until("radio", `globalThis.fb2k !== undefined`);
    assertEquals((await player.call("radio", "test.ping")).pong, true);
  });

  await test.step("a changed file reloads its panel", async () => {
    await desktop.panel("mine", { "index.html": "<!doctype html><title>one</title>" });
    const share =
      `app.window.side_book.get_ancestor(__import__("gi.repository.Gtk", fromlist=["Gtk"]).Paned)`;
    await player.evaluate(`${share}.set_relative(0.25)`);
    await player.evaluate(`tonearm.panels.toggle("mine", True)`);
    assert(await player.evaluate(`${share}.get_relative()`) > 0.5);
    await player.until("mine", `document.title === "one"`);
    await Deno.writeTextFile(join(desktop.panels, "mine/index.html"), "<!doctype html><title>two</title>");
    await player.until("mine", `document.title === "two"`);
    await player.evaluate(`tonearm.panels.toggle("mine", False)`);
  });

  await test.step("dark and light follow the theme", async () => {
    const dark = `matchMedia("(prefers-color-scheme: dark)").matches`;
    for (const wanted of [true, false]) {
      await player.evaluate(
        `__import__("gi.repository.Gtk", fromlist=["Gtk"]).Settings.get_default().props.gtk_application_prefer_dark_theme = ${
          wanted ? "True" : "False"
        }`,
      );
      await player.until("now_playing", `${dark} === ${wanted}`);
      await eventually(async () =>
        assertEquals((await player.call("now_playing", "system.getTheme")).darkMode, wanted)
      );
    }
  });

  assertEquals(await player.quit(), 0);

  await test.step("install.py --uninstall removes the plugin, and leaves the user's panels", async () => {
    const plugins = join(desktop.config, "plugins");
    await run("/usr/bin/python3", [installer, "--uninstall"], desktop.env);
    const names = (await Array.fromAsync(Deno.readDir(plugins))).map(({ name }) => name);
    // Python may have kept a compiled driver.
    assertEquals(names.filter((name) => name !== "__pycache__"), ["driver.py"]);
    assertEquals((await Deno.stat(join(desktop.panels, "mine/index.html"))).isFile, true);
  });
});

quodLibetTest(
  "without a bridge a panel says why, and its button starts one that is there now",
  async (desktop) => {
    await desktop.configure(["radio"]);
    await using player = await QuodLibet.start(desktop, { TONEARM_BRIDGE: `["/missing/bridge"]` });
    const bar = `tonearm.panels.open["radio"].bar`;
    const notice = `[${bar}.get_visible(), tonearm.panels.open["radio"].text.get_text()]`;
    const missing = "The bridge could not be started: [Errno 2] No such file or directory: '/missing/bridge'";
    await eventually(async () => assertEquals(await player.evaluate(notice), [true, missing]));
    await player.evaluate(`${bar}.response(1)`);
    await eventually(async () => assertEquals(await player.evaluate(notice), [true, missing]));
    await player.evaluate(`del os.environ["TONEARM_BRIDGE"]\n${bar}.response(1)`);
    await player.until("radio", `Boolean(globalThis.fb2k)`);
    assertEquals((await player.call("radio", "test.ping")).pong, true);
    assertEquals(await player.evaluate(`${bar}.get_visible()`), false);
    assertEquals(await player.quit(), 0);
  },
);

quodLibetTest(
  "a panel says that a bridge does not answer, and its button starts another",
  async (desktop) => {
    const silent = join(desktop.config, "plugins/tonearm/bridge_program/tonearm");
    await Deno.writeTextFile(silent, "#!/bin/sh\nexec sleep 300\n", { mode: 0o755 });
    await desktop.configure(["radio"]);
    await using player = await QuodLibet.start(desktop);
    const started = performance.now();
    const panel = `tonearm.panels.open["radio"]`;
    const notice = `[${panel}.bar.get_visible(), ${panel}.text.get_text()]`;
    await eventually(async () =>
      assertEquals(await player.evaluate(notice), [true, "The bridge has not answered for 5 s."])
    );
    assert(performance.now() - started < 15_000);
    const pid = await player.evaluate("tonearm.bridge._process.child.pid");
    await Deno.remove(silent);
    await player.evaluate(`${panel}.bar.response(1)`);
    await player.until("radio", `Boolean(globalThis.fb2k)`);
    assertEquals((await player.call("radio", "test.ping")).pong, true);
    await eventually(async () => assertEquals(await player.evaluate(`${panel}.bar.get_visible()`), false));
    await assertRejects(() => Deno.stat(`/proc/${pid}`), Deno.errors.NotFound);

    // A stopped bridge answers no call; one that goes on answers it, and the panel is as it was.
    const second = await player.evaluate("tonearm.bridge._process.child.pid");
    Deno.kill(second, "SIGSTOP");
    await player.page("radio", `fb2k.test.ping().then(() => globalThis.pong = true); true`);
    await eventually(async () =>
      assertEquals(await player.evaluate(notice), [true, "The bridge has not answered for 5 s."])
    );
    Deno.kill(second, "SIGCONT");
    await eventually(async () => assertEquals(await player.evaluate(`${panel}.bar.get_visible()`), false));
    await player.until("radio", "globalThis.pong === true");
    assertEquals(await player.quit(), 0);
  },
);

quodLibetTest(
  "a plugin that is ticked off and on again keeps its pages and one network process",
  async (desktop) => {
    await desktop.configure(["radio", "lyrics"]);
    await using player = await QuodLibet.start(desktop);
    const networkProcesses = async () => {
      const parent = await player.evaluate("os.getpid()");
      return await run("sh", ["-c", `pgrep -c -f WebKitNetworkProcess -P ${parent} || true`], desktop.env);
    };
    for (let time = 0; time < 3; time++) {
      for (const panel of ["radio", "lyrics"]) {
        await player.until(panel, `Boolean(globalThis.fb2k)`);
        assertEquals((await player.call(panel, "test.ping")).pong, true);
      }
      assertEquals((await networkProcesses()).trim(), "1");
      await player.evaluate(`from quodlibet.plugins import PluginManager
manager = PluginManager.instance
it = next(each for each in manager.plugins if each.id == "Tonearm")
manager.enable(it, False)
manager.enable(it, True)`);
    }
    assertEquals(await player.quit(), 0);
  },
);
