import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { root } from "../../../tools/tree.ts";
import {
  addPlugin,
  Audacious,
  audaciousTest,
  descendants,
  eventually,
  panelFiles,
  settings,
  tracks,
  until,
} from "./real_audacious.ts";

async function logged(audacious: Audacious, text: string): Promise<void> {
  await eventually(async () => assertStringIncludes(await Promise.resolve(audacious.log), text));
}

audaciousTest("a panel is a dock whose page plays, queues and opens menus", async (desktop, test) => {
  await desktop.write(panelFiles);
  const paths = await tracks(desktop, 60, 60, 60);
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await until(page, `window.loaded === "first"`);

  await test.step("it has window.fb2k, its modules and its style", async () => {
    assertEquals((await page.call("test.ping")).pong, true);
    assertEquals(await page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(1, 2, 3)");
    assertEquals((await page.call("panel.getConfig")).config.panelName, "Test");
    const members = await page.evaluate(
      "[fb2k.playback.play, fb2k.window, fb2k.audio.subscribeSpectrum].map(String)",
    );
    assertEquals(members.slice(1), ["undefined", "undefined"]);
    assertMatch(members[0], /=>/);
    assertEquals(await page.evaluate("fb2k.invoke('no.such').catch(({ code }) => code)"), -32601);
    assertEquals((await page.call("system.getTheme")).darkMode, false);
  });

  await test.step("a real click in it queues and plays", async () => {
    await desktop.audtool("--playlist-addurl", `file://${encodeURI(paths[0] ?? "")}`);
    await eventually(async () => assertEquals(await desktop.audtool("--playlist-length"), "1"));
    await page.evaluate(
      `document.querySelector("#play").addEventListener("click", () => {
        window.isClicked = true;
        fb2k.invoke("jitQueue.playNow", ${JSON.stringify({ trackId: "a", url: paths[1], title: "A" })});
      }, { once: true })`,
    );
    await eventually(async () => {
      // The window is at the origin of the screen, and the panel at its right.
      const { x, y } = await page.evaluate("({ x: outerWidth - innerWidth / 2, y: outerHeight / 2 })");
      await desktop.xdotool("mousemove", String(Math.round(x)), String(Math.round(y)), "click", "1");
      assert(await page.evaluate("window.isClicked"));
    });
    await eventually(async () => {
      assertEquals(await desktop.audtool("--current-song-filename"), paths[1]);
      assertEquals(await desktop.audtool("--playback-status"), "playing");
    });
    const added = await page.call("queue.addPaths", { paths: [paths[2]] });
    assertEquals([added.success, added.queueCount], [true, 1], JSON.stringify(added));
  });

  await test.step("when the track ends, the track that the panel has queued from another playlist plays", async () => {
    assertEquals((await page.call("playback.setPosition", { position: 58 })).success, true);
    await eventually(async () => assertEquals(await desktop.audtool("--current-song-filename"), paths[2]));
    assertEquals((await page.call("queue.get")).count, 0);
  });

  await test.step("a row of its menu is chosen by keyboard", async () => {
    await page.evaluate(`window.heard = []; ["menu:select", "menu:dismiss"].forEach((name) =>
      fb2k.on(name, (data) => heard.push([name, data.itemId ?? data.reason])))`);
    const shown = await page.call("menu.show", {
      items: [{ id: "a", label: "First & only" }, { id: "b", label: "Second" }, {
        id: "v",
        type: "slider",
        label: "Volume",
        value: 40,
      }],
      x: 100,
      y: 100,
    });
    assertEquals(shown.success, true, JSON.stringify(shown));
    await desktop.xdotool("key", "--delay", "100", "Down", "Down", "Return");
    await until(page, "heard.length === 2");
    assertEquals(await page.evaluate("heard"), [["menu:select", "b"], ["menu:dismiss", "select"]]);
    await page.call("menu.show", { items: [{ id: "a", label: "First" }], x: 100, y: 100 });
    await desktop.xdotool("key", "Escape");
    await until(page, "heard.length === 3");
    assertEquals((await page.evaluate("heard"))[2], ["menu:dismiss", "escape"]);
  });

  await test.step("a command of the main menu runs", async () => {
    const result = await page.call("menu.runMainMenuCommand", { command: "Playback/Stop" });
    assertEquals(result.success, true, JSON.stringify(result));
    await eventually(async () => assertEquals(await desktop.audtool("--playback-status"), "stopped"));
  });

  await test.step("it reloads when a file changes, and answers to the old page are dropped", async () => {
    await desktop.write({ "tonearm/panels/test/parts/name.js": `export const name = "second";` });
    await until(page, `window.loaded === "second"`);
    assertEquals((await page.call("test.ping")).pong, true);
  });

  await test.step("it learns that its bridge has been restarted", async () => {
    const [bridge] = await descendants(audacious.pid, "main.ts");
    await page.evaluate("window.isOld = true");
    Deno.kill(bridge?.pid ?? 0, "SIGKILL");
    await until(page, "window.isOld === undefined && window.loaded === 'second'");
    await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
    assertStringIncludes(audacious.log, "The bridge has ended: ");
  });

  await test.step("a bridge that stands still for 5 s is named in its place, and the page comes back as it was", async () => {
    const [bridge] = await descendants(audacious.pid, "main.ts");
    await page.evaluate("window.isOld = true");
    Deno.kill(bridge?.pid ?? 0, "SIGSTOP");
    await page.evaluate("void fb2k.test.ping().then(() => window.isAnswered = true)");
    await logged(audacious, "The bridge has not answered for 5 s.");
    await until(page, "document.hidden");
    Deno.kill(bridge?.pid ?? 0, "SIGCONT");
    await until(page, "!document.hidden && window.isAnswered && window.isOld");
  });

  await test.step("a crash of its page leaves Audacious and its other pages alone", async () => {
    // The crashed page never answers.
    page.send("Page.crash").catch(() => {});
    await logged(audacious, "panel test: its page has crashed");
    // No line has the builder's paths. Audacious shows warnings and errors in its status bar.
    assertMatch(audacious.log, /^INFO source\/panels\/view\.cpp:\d+ .*its page has crashed$/m);
    assertMatch(audacious.log, /^INFO .*panel test: warning: loaded first /m);
    assertEquals(await desktop.audtool("--playback-status"), "stopped");
    await desktop.write({ "tonearm/panels/test/parts/name.js": `export const name = "third";` });
    await logged(audacious, "panel test: warning: loaded third");
    using reloaded = await audacious.page("test");
    assertEquals((await reloaded.call("test.ping")).pong, true);
  });

  await test.step("the plugin is disabled and enabled, and the panel comes back", async () => {
    await desktop.audtool("--plugin-enable", "tonearm", "off");
    await eventually(async () => assertEquals(await descendants(audacious.pid, "main.ts"), []));
    await desktop.audtool("--plugin-enable", "tonearm", "on");
    using fresh = await audacious.page("test");
    await eventually(async () => assertEquals((await fresh.call("test.ping")).pong, true));
  });

  await test.step("the interface is changed and changed back: panel and menu are there, with one bridge", async () => {
    for (const name of ["skins-qt", "qtui"]) {
      await desktop.audtool("--plugin-enable", name, "on");
      using fresh = await audacious.page("test");
      await eventually(async () => assertEquals((await fresh.call("test.ping")).pong, true));
      assertEquals((await descendants(audacious.pid, "main.ts")).length, 1);
    }
    await desktop.xdotool("key", "alt+n");
    await eventually(() => desktop.menu());
    await desktop.xdotool("key", "Escape");
  });

  await test.step("Audacious restarts itself: the processes of its pages and its bridge end, the panel comes back", async () => {
    const [bridge] = await descendants(audacious.pid, "main.ts");
    const processes = [bridge, ...await descendants(audacious.pid, "QtWebEngine")];
    assert(processes.length > 2);
    using old = await audacious.page("test");
    // The page ends before its answer comes.
    await old.evaluate("void setTimeout(() => fb2k.invoke('misc.restart'))");
    for (const { pid } of processes.flatMap((each) => each ?? [])) {
      await eventually(() => assertRejects(() => Deno.stat(`/proc/${pid}`)));
    }
    using fresh = await audacious.page("test");
    await eventually(async () => assertEquals((await fresh.call("test.ping")).pong, true));
  });

  await test.step("it is open after a restart", async () => {
    assertEquals(await audacious.quit(), 0);
    await using again = await Audacious.start(desktop);
    using fresh = await again.page("test");
    await until(fresh, `window.loaded === "third"`);
  });
});

audaciousTest(
  "restarted in GTK mode Audacious has no process of a panel, and back in Qt mode the panel",
  async (desktop) => {
    await desktop.write(panelFiles);
    await addPlugin(desktop.plugins, "gtkui");
    await using audacious = await Audacious.start(desktop);
    const libraries = (): Promise<string> => Deno.readTextFile(`/proc/${audacious.pid}/maps`);
    /** Clicks the button in the settings, at one of its places, until Audacious has restarted. */
    const restart = async (
      x: number,
      ys: readonly number[],
      hasRestarted: (libraries: string) => boolean,
    ): Promise<void> => {
      await eventually(() => desktop.audtool("--preferences-show", "on"));
      await eventually(async () => {
        if (hasRestarted(await libraries())) return;
        const window = await desktop.xdotool("search", "--onlyvisible", "--name", "^Audacious Settings$");
        for (const y of ys) {
          await desktop.xdotool("mousemove", "--window", window, String(x), String(y), "click", "1");
        }
        assert(hasRestarted(await libraries()), "Audacious does not restart");
      });
    };
    const answers = async (): Promise<void> => {
      using page = await audacious.page("test");
      await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
    };
    await answers();
    const before = await descendants(audacious.pid, "");
    assert(before.length > 2);
    // The pictures above it are drawn if Qt reads SVG.
    await restart(118, [78, 105], (maps) => maps.includes("libgtk-") && !maps.includes("WebEngine"));
    for (const { pid } of before) await eventually(() => assertRejects(() => Deno.stat(`/proc/${pid}`)));
    await restart(275, [47], (maps) => maps.includes("WebEngine"));
    await answers();
    assertEquals((await descendants(audacious.pid, "main.ts")).length, 1);
    assertEquals(await audacious.quit(), 0);
  },
);

audaciousTest("a panel's page can reach neither the network nor other files", async (desktop) => {
  await desktop.write(panelFiles);
  await Deno.symlink(
    join(desktop.config, "tonearm/panels/secret.txt"),
    join(desktop.config, "tonearm/panels/test/link.txt"),
  );
  const reached: string[] = [];
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
    reached.push(url);
    return new Response("reached", { headers: { "Access-Control-Allow-Origin": "*" } });
  });
  const { port } = server.addr;
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await until(page, `window.loaded === "first"`);
  const tried = await page.evaluate(`Promise.all([
    fetch("http://127.0.0.1:${port}/fetch").then(() => "fetched", () => "refused"),
    new Promise((done) => {
      const socket = new WebSocket("ws://127.0.0.1:${port}/socket");
      socket.onopen = () => done("opened");
      socket.onerror = () => done("refused");
    }),
    ...["http://127.0.0.1:${port}/image.png", "file:///etc/hostname", "link.txt", "%2e%2e/secret.txt", "../../secret.txt"]
      .map((src) => new Promise((done) => {
        const request = new XMLHttpRequest();
        // A request that the player blocks ends with the event error or abort.
        request.onloadend = () => done(request.responseText ? "loaded " + src : "refused");
        try { request.open("GET", src); request.send(); } catch { done("refused"); }
      })),
    new Promise((done) => {
      const image = new Image();
      image.onload = () => done("loaded");
      image.onerror = () => done("refused");
      image.src = "http://127.0.0.1:${port}/picture.png";
    }),
    Promise.resolve(navigator.sendBeacon("http://127.0.0.1:${port}/beacon")).then(() => "refused"),
  ])`);
  await page.evaluate(
    `document.body.insertAdjacentHTML("beforeend", '<iframe src="http://127.0.0.1:${port}/frame"></iframe>')`,
  );
  assertEquals(tried.filter((each: string) => each !== "refused"), []);
  assertEquals(
    await page.evaluate(`new Promise((done) => {
    const request = new XMLHttpRequest();
    request.onloadend = () => done(request.responseText);
    request.open("GET", "parts/name.js");
    request.send();
  })`),
    `export const name = "first";`,
  );
  for (const open of ["window.open(address)", "location.href = address"]) {
    await page.evaluate(`{ const address = "http://127.0.0.1:${port}/link"; void (${open}); }`);
    // A link opens a dialog of the player first.
    const find = ["search", "--sync", "--onlyvisible", "--name", "Open in the browser?"];
    // There is no window manager to give the window the focus.
    await desktop.xdotool(...find, "windowfocus", "--sync");
    await desktop.xdotool("key", "Escape");
    await eventually(async () =>
      await assertRejects(() => desktop.xdotool("search", "--onlyvisible", "--name", "Open in the browser?"))
    );
  }
  assertEquals(await page.evaluate("window.loaded"), "first");
  assertEquals(reached, []);
});

audaciousTest("the dark theme reaches pages and operations", async (desktop) => {
  await desktop.write({ ...panelFiles, config: `${settings()}\n[audqt]\ntheme=dark\n` });
  await using audacious = await Audacious.start(desktop);
  using page = await audacious.page("test");
  await until(page, `window.loaded === "first"`);
  assertEquals((await page.call("system.getTheme")).darkMode, true);
  assert(await page.evaluate(`matchMedia("(prefers-color-scheme: dark)").matches`));
  // A page without colours of its own gets dark defaults, for text and for controls.
  await until(page, `getComputedStyle(document.body).color === "rgb(255, 255, 255)"`);
  assertEquals(
    await page.evaluate(`getComputedStyle(document.querySelector("#play")).color`),
    "rgb(255, 255, 255)",
  );
  // Its style sheet has the colours and the font of the window.
  const [background, font] = await page.evaluate(`["background", "font-family"].map((name) =>
    getComputedStyle(document.documentElement).getPropertyValue("--player-" + name).trim())`);
  assertMatch(background, /^#[23][0-9a-f]{5}$/);
  assertEquals(await page.evaluate(`getComputedStyle(document.querySelector("#play")).fontFamily`), font);
});

audaciousTest(
  "panels are tabs of one dock area, and have their places and sizes after restarts",
  async (desktop) => {
    const panels = ["library", "now_playing", "radio"];
    await desktop.write({ config: settings(undefined, panels) });
    const sizes: unknown[] = [];
    for (let start = 0; start < 4; start++) {
      await using audacious = await Audacious.start(desktop);
      using radio = await audacious.page("radio");
      using library = await audacious.page("library");
      await until(radio, `document.querySelector("#genre") !== null`);
      await until(library, `document.querySelector("#query") !== null`);
      const size = "[screenX, screenY, outerWidth, outerHeight, innerWidth, innerHeight]";
      // Those behind the one in front are hidden.
      await until(radio, `innerHeight > 200`);
      await until(radio, "document.hidden");
      await until(library, "!document.hidden");
      sizes.push(await radio.evaluate(size));
      assertEquals(await audacious.quit(), 0);
    }
    // The first start is the one that places them.
    assertEquals(sizes.slice(2), [sizes[1], sizes[1]]);
    assertEquals((sizes[1] as number[]).slice(4), (sizes[0] as number[]).slice(4));
  },
);

audaciousTest("a panel without a bridge says what is missing", async (desktop) => {
  await desktop.write({ ...panelFiles, config: settings("/nowhere/main.js") });
  await using audacious = await Audacious.start(desktop);
  await logged(audacious, "There is no bridge at /nowhere/main.js");
  using page = await audacious.page("test");
  await until(page, `window.loaded === "first"`);
  assertEquals(await page.evaluate("fb2k.invoke('test.ping').catch(({ code }) => code)"), -32050);
  assertEquals(await audacious.quit(), 0);
});

audaciousTest(
  "a bridge that never answers its start is named in the dock, and replaced there",
  async (desktop) => {
    const bridge = join(desktop.config, "bridge");
    await desktop.write({
      ...panelFiles,
      config: settings(bridge),
      // Reads and answers nothing the first time it is started.
      bridge: `#!/bin/sh
mkdir "${desktop.directory}/started" && exec sed -n d
exec "${Deno.execPath()}" run --allow-read=. --allow-write=. "${new URL("main.ts", root).pathname}"
`,
    });
    await Deno.chmod(bridge, 0o755);
    await using audacious = await Audacious.start(desktop);
    await logged(audacious, "The bridge has not answered for 5 s.");
    // The button in the middle of the dock; the window has room for a title above it, or not.
    const press = async (): Promise<void> => {
      for (const y of ["291", "311"]) await desktop.xdotool("mousemove", "634", y, "click", "1");
    };
    await eventually(async () => {
      await press();
      assert((await descendants(audacious.pid, "main.ts")).length > 0);
    });
    using page = await audacious.page("test");
    await until(page, `window.loaded === "first"`);
    assertEquals((await page.call("test.ping")).pong, true);
    // Neither is a call lost that the bridge before has not answered.
    const [frozen] = await descendants(audacious.pid, "main.ts");
    Deno.kill(frozen?.pid ?? 0, "SIGSTOP");
    await page.evaluate("window.isOld = true; void fb2k.test.ping().catch(() => console.warn('refused'))");
    await until(page, "document.hidden");
    await press();
    await logged(audacious, "panel test: warning: refused");
    // The page loads again with the new bridge.
    await until(page, "!window.isOld && window.loaded === 'first' && !document.hidden");
    assertEquals((await page.call("test.ping")).pong, true);
  },
);
