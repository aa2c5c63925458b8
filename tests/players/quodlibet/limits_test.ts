import { assert, assertEquals } from "@std/assert";
import { wav } from "../mpv/real_mpv.ts";
import { eventually, QuodLibet, quodLibetTest, run } from "./real_quodlibet.ts";

/** A page that tries everything that reaches beyond its folder. */
const hostile = (address: string) =>
  `<!doctype html><title>Hostile</title><link rel="preconnect" href="${address}"><img src="${address}/img">
<iframe src="${address}/frame"></iframe><iframe src="file:///etc/passwd"></iframe><script src="${address}/script"></script>
<form action="${address}/form" id="form"></form><a href="${address}/link" id="link">link</a>
<script>
const tries = {
  fetch: () => fetch("${address}/fetch"),
  file: () => fetch("file:///etc/passwd"),
  other: () => fetch("tonearm-panel://playlist/index.html"),
  outside: () => fetch("tonearm-panel://hostile/..%2f..%2fsecret.txt").then((answer) => answer.text()),
  link: () => fetch("linked.txt").then((answer) => answer.text()),
  socket: () => new Promise((resolve, reject) => Object.assign(new WebSocket("${
    address.replace("http", "ws")
  }/socket"), { onopen: resolve, onerror: reject })),
};
const results = {};
for (const [name, attempt] of Object.entries(tries)) attempt().then(() => results[name] = "in", () => results[name] = "out");
navigator.sendBeacon("${address}/beacon");
form.submit();
</script>`;

quodLibetTest(
  "a hostile page reaches neither the network nor files, and 20,000 songs are no burden",
  async (desktop, test) => {
    const requested: string[] = [];
    await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
      requested.push(url);
      return new Response("");
    });
    await Deno.mkdir(desktop.panels, { recursive: true });
    await Deno.writeTextFile(`${desktop.panels}/../secret.txt`, "secret");
    await desktop.panel("hostile", { "index.html": hostile(`http://127.0.0.1:${server.addr.port}`) });
    await Deno.symlink(`${desktop.panels}/../secret.txt`, `${desktop.panels}/hostile/linked.txt`);
    await desktop.configure(["hostile", "playlist"]);
    await using player = await QuodLibet.start(desktop);

    await test.step("nothing gets out", async () => {
      const results = await eventually(async () => {
        const found = await player.page("hostile", "results");
        assertEquals(Object.keys(found).length, 6);
        return found;
      });
      assertEquals(results, {
        fetch: "out",
        file: "out",
        other: "out",
        outside: "out",
        link: "out",
        socket: "out",
      });
      assertEquals(requested, []);
      // The call names another panel, and is that of this one.
      const config = await player.call("hostile", "panel.getConfig", { panel: "playlist" });
      assert(JSON.stringify(config).includes(`"panelName":"hostile"`), JSON.stringify(config));
    });

    await test.step("a link asks, once, and is not followed", async () => {
      await player.page("hostile", "link.click(); link.click(); true");
      await eventually(async () =>
        assert(await player.evaluate(`tonearm.panels.open["hostile"].question is not None`))
      );
      assertEquals(await player.page("hostile", "document.title"), "Hostile");
      await player.evaluate(`tonearm.panels.open["hostile"].question.response(-6)`);
      assertEquals(await player.evaluate(`tonearm.panels.open["hostile"].question is None`), true);
      assertEquals(requested, []);
    });

    await test.step("no stream is opened from a host that the user has not named", async () => {
      const { port } = server.addr;
      const added = async (path: string) =>
        (await player.call("hostile", "queue.addPaths", { paths: [path] })).addedCount ?? 0;
      const permit = (hosts: string) =>
        player.evaluate(`from quodlibet import config\nconfig.set("plugins", "tonearm_streams", "${hosts}")`);
      await permit("localhost, 127.0.0.1:1, 127.0.0.10");
      for (
        const url of [
          `http://127.0.0.1:${port}/a.wav`,
          `HTTP://127.0.0.1:${port}/a.wav`,
          `http://localhost@127.0.0.1:${port}/a.wav`,
          `http://127.0.0.1:${port}\\@localhost/a.wav`,
          `ftp://localhost/a.wav`,
          `smb://localhost/a.wav`,
        ]
      ) {
        assertEquals(await added(url), 0, url);
        await player.call("hostile", "jitQueue.playNow", { url, trackId: "a", title: "a" });
        await player.call("hostile", "jitQueue.preloadBatch", { urls: [url] });
      }
      assertEquals(requested, []);
      await permit(`radio.example 127.0.0.1:${port}`);
      assertEquals(await added(`http://127.0.0.1:${port}/a.wav`), 1);
      await permit("");
      assertEquals(await added(`http://127.0.0.1:${port}/a.wav`), 0);
    });

    await test.step("dialogs do not stop Quod Libet", async () => {
      assertEquals(await player.page("hostile", `alert("x"); [confirm("x"), prompt("x")]`), [false, null]);
    });

    await test.step("messages of a page are cut, and one is open at a time", async () => {
      for (const title of ["One", "Two"]) {
        await player.call("hostile", "misc.showPopupMessage", { title, message: "x".repeat(1_000_000) });
      }
      const open = `[[each.props.text, len(each.props.secondary_text)]
  for each in __import__("gi.repository.Gtk", fromlist=["Gtk"]).Window.list_toplevels()
  if hasattr(each.props, "secondary_text")]`;
      assertEquals(await player.evaluate(open), [["Two", 2001]]);
      await player.evaluate("tonearm.desktop.close_message()");
    });

    await test.step("only what controls playback is run from the main menu, and no plugin from a song's", async () => {
      // Without a plugin that is switched on, Quod Libet has no menu of plugins.
      await player.evaluate(`from quodlibet.qltk.songsmenu import SongsMenu
made = __import__("gi.repository.Gtk", fromlist=["Gtk"]).Menu
SongsMenu.plugins.Menu = lambda *_: made()`);
      const labels = (menu: { items: { label?: string }[] }) => menu.items.map(({ label }) => label);
      assertEquals(labels(await player.call("hostile", "menu.getMainMenu")), ["Control"]);
      const songs = labels(await player.call("hostile", "menu.getContextMenu", { mode: "playlist" }));
      assert(songs.includes("Information") && !songs.includes("Plugins"), `${songs}`);
      for (const command of ["File/Quit", "File/Plugins", "Panels/Open the folder of panels", "Quit"]) {
        const answer = await player.call("hostile", "menu.runMainMenuCommand", { command });
        assertEquals(answer.success, false, command);
      }
      const previous = await player.call("hostile", "menu.runMainMenuCommand", {
        command: "Control/Previous",
      });
      assertEquals(previous.success, true, JSON.stringify(previous));
    });

    await test.step("lyrics and covers behind a link out of the track's folder are not read", async () => {
      const { directory } = desktop;
      const path = `${directory}/album/a.wav`;
      await Deno.mkdir(`${directory}/album`);
      await Deno.writeFile(path, wav(1));
      await Deno.writeTextFile(`${directory}/words`, "words");
      const png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
      await Deno.writeFile(`${directory}/picture`, Uint8Array.from(atob(png), (each) => each.charCodeAt(0)));
      await player.evaluate(`song = tonearm.tracks.find({"path": ${JSON.stringify(path)}})
song["artist"], song["title"] = "A", "T"`);
      const beside = [["words", "A - T.lyric"], ["picture", "cover.png"]] as const;
      const found = async () => [
        (await player.call("hostile", "lyrics.get", { path })).lyrics ?? "",
        (await player.call("hostile", "artwork.getByPath", { path })).available,
      ];
      for (const [source, name] of beside) await Deno.symlink(`../${source}`, `${directory}/album/${name}`);
      assertEquals(await found(), ["", false]);
      for (const [source, name] of beside) {
        await Deno.remove(`${directory}/album/${name}`);
        await Deno.copyFile(`${directory}/${source}`, `${directory}/album/${name}`);
      }
      assertEquals(await found(), ["words", true]);
    });

    await test.step("a call with too many parts or levels is refused unparsed, the deepest is answered", async () => {
      const failed = (value: string, method = "ping") =>
        player.page(
          "hostile",
          `window.failure = null;
fb2k.test.${method}({ value: ${value} }).catch(({ code, message }) => failure = [code, message]); true`,
        )
          .then(() => player.until("hostile", "failure")).then(() => player.page("hostile", "failure"));
      assertEquals(await failed("Array.from({ length: 300000 }, () => [])"), [
        -32000,
        "Frame too large: more than 262144 arrays and objects or 3145728 values",
      ]);
      // The message and its parameters are two levels, the result and its copy of the parameters are three.
      const nested = (levels: number) => `JSON.parse("[".repeat(${levels}) + "]".repeat(${levels}))`;
      const levels = "Frame too large: more than 1000 levels of arrays and objects";
      assertEquals(await failed(nested(999)), [-32000, levels]);
      assertEquals(await failed(nested(5000)), [-32000, levels]);
      assertEquals(await failed(nested(998), "echo"), [-32603, "The answer is nested too deeply"]);
      await player.page(
        "hostile",
        `fb2k.test.ping({ value: ${nested(998)} }).then(() => window.pinged = true);
fb2k.test.echo({ value: ${
          nested(997)
        } }).then(({ echo }) => window.echoed = JSON.stringify(echo.value)); true`,
      );
      await player.until("hostile", `window.pinged && window.echoed === JSON.stringify(${nested(997)})`);
    });

    await test.step("keys that are special in JavaScript are ordinary keys, and a pipe is no playlist", async () => {
      await player.page(
        "hostile",
        `fb2k.test.echo(JSON.parse('{"__proto__":{"a":1}}')).then(({ echo }) => window.keys = JSON.stringify(echo)); true`,
      );
      await player.until("hostile", "window.keys");
      assertEquals(await player.page("hostile", "keys"), `{"__proto__":{"a":1}}`);
      // Brackets in a text are no arrays.
      const text = "[".repeat(300_000);
      assert(JSON.stringify(await player.call("hostile", "test.echo", { text })).includes(text));
      await run("mkfifo", [`${desktop.directory}/pipe.m3u`], desktop.env);
      const paths = [`${desktop.directory}/pipe.m3u`];
      assertEquals((await player.call("hostile", "queue.addPaths", { paths })).addedCount ?? 0, 0);
    });

    await test.step("20,000 calls at once are answered, and the window is drawn between them", async () => {
      // As late as GTK's drawing.
      await player.evaluate(`drawn = []
GLib.timeout_add(10, lambda: drawn.append(1) or True, priority=120)
app.drawn = drawn`);
      await player.page(
        "hostile",
        `window.answered = 0; for (let at = 0; at < 20000; at++) fb2k.test.ping().then(() => answered++); true`,
      );
      await player.until("hostile", "answered === 20000");
      assert(await player.evaluate("len(app.drawn)") > 50);
    });

    await test.step("a page that makes more calls past its script is ended, and can be loaded again", async () => {
      const flood =
        `for (let at = 0; at < 100000; at++) webkit.messageHandlers.tonearm.postMessage("{}"); true`;
      const ended = await player.page("hostile", flood).catch(({ message }) => message);
      const panel = `tonearm.panels.open["hostile"]`;
      await eventually(async () =>
        assertEquals(
          await player.evaluate(`[${panel}.bar.get_visible(), ${panel}.text.get_text()]`),
          [true, "The page was ended: it made too many calls at once."],
          ended,
        )
      );
      assertEquals((await player.call("playlist", "test.ping")).pong, true);
      await player.evaluate(`${panel}.bar.response(1)`);
      await eventually(async () => assertEquals(await player.page("hostile", "document.title"), "Hostile"));
      assertEquals((await player.call("hostile", "test.ping")).pong, true);
      assertEquals(await player.evaluate(`${panel}.bar.get_visible()`), false);
    });

    await test.step("a playlist of 20,000 songs is listed, read by page, appended to, and reordered", async () => {
      await player.evaluate(`from quodlibet.formats import AudioFile
def song(at):
    made = AudioFile({"~filename": f"/music/{at}.flac", "title": f"Song {at}", "artist": f"Artist {at % 500}", "~#length": 200})
    made.sanitize()
    return made
app.library.add([song(at) for at in range(20000)])
pl = app.library.playlists.create("Many")
pl._list.extend(sorted(app.library.values(), key=lambda each: int(each("~basename")[:-5])))
tonearm.playlists.check()
tonearm.playlists.show(tonearm.playlists.entry_of(pl))`);
      await player.until("playlist", `document.querySelectorAll("[role=option]").length > 5`);
      const started = performance.now();
      const all = await player.call("playlist", "playlist.getAll");
      const at = all.findIndex(({ name }: { name: string }) => name === "Many");
      assertEquals(all[at].trackCount ?? all[at].itemCount, 20_000);
      const page = await player.call("playlist", "playlist.getTracks", {
        playlist: at,
        start: 19_990,
        count: 100,
      });
      assertEquals(page.tracks.length, 10);
      const found = await player.call("playlist", "library.search", { query: 'title IS "Song 19999"' });
      assertEquals(found.total, 1);
      assertEquals((await player.call("playlist", "playlist.reverse", { playlist: at })).success, true);
      assertEquals(await player.evaluate(`tonearm.playlists.shown().songs[0]("title")`), "Song 19999");
      // Each of the calls takes a second or two on a busy machine; a quadratic one takes minutes.
      assert(performance.now() - started < 60_000);
    });

    await test.step("a stream of a panel leads to no other host, a station of the user may", async () => {
      const reached: string[] = [];
      await using other = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, ({ url }) => {
        reached.push(new URL(url).pathname);
        return new Response(wav(1) as Uint8Array<ArrayBuffer>);
      });
      const away = `http://127.0.0.1:${other.addr.port}`;
      const asked: string[] = [];
      await using permitted = Deno.serve(
        { hostname: "127.0.0.1", port: 0, onListen: () => {} },
        ({ url }) => {
          const { pathname } = new URL(url);
          asked.push(pathname);
          if (pathname.endsWith(".wav")) return Response.redirect(`${away}${pathname}`, 302);
          const playlist =
            `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${away}/segment.ts\n#EXT-X-ENDLIST\n`;
          return new Response(playlist, { headers: { "content-type": "application/vnd.apple.mpegurl" } });
        },
      );
      const { port } = permitted.addr;
      await player.evaluate(
        `from quodlibet import config\nconfig.set("plugins", "tonearm_streams", "127.0.0.1:${port}")`,
      );
      await player.page(
        "hostile",
        `window.failed = []; fb2k.on("jitQueue:error", ({ trackId }) => failed.push(trackId)); true`,
      );
      for (const path of ["/panel.wav", "/list.m3u8"]) {
        const url = `http://127.0.0.1:${port}${path}`;
        assertEquals(
          (await player.call("hostile", "jitQueue.playNow", { url, trackId: path })).success,
          true,
        );
        await player.until("hostile", `failed.includes(${JSON.stringify(path)})`);
      }
      assertEquals([new Set(asked), reached], [new Set(["/panel.wav", "/list.m3u8"]), []]);
      await player.evaluate(`from quodlibet.formats.remote import RemoteFile
station = RemoteFile("http://127.0.0.1:${port}/station.wav")
app.library.add([station])
app.player.go_to(station, explicit=True)
app.player.paused = False`);
      await eventually(() => Promise.resolve(assertEquals(new Set(reached), new Set(["/station.wav"]))));
    });
  },
);
