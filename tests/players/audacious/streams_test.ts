import "../../support/deadline.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "@std/path";
import { root } from "../../../tools/tree.ts";
import { OTHER_ADDRESSES, PUBLIC_ADDRESSES } from "../addresses.ts";
import { wav } from "../mpv/real_mpv.ts";
import {
  answerQuestion,
  Audacious,
  audaciousTest,
  type Desktop,
  eventually,
  type Page,
  panelFiles,
  run,
  settings,
  tracks,
  until,
  withoutAudacious,
} from "./real_audacious.ts";

async function started(desktop: Desktop, streams: string): Promise<{ audacious: Audacious; page: Page }> {
  await desktop.write({ ...panelFiles, config: settings(undefined, ["test"], streams) });
  return await opened(desktop);
}

async function opened(
  desktop: Desktop,
  env: Readonly<Record<string, string>> = {},
): Promise<{ audacious: Audacious; page: Page }> {
  const audacious = await Audacious.start(desktop, env);
  const page = await audacious.page("test");
  await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
  return { audacious, page };
}

interface Asked {
  readonly path: string;
  readonly range: string | null;
}

/** A server that remembers what it was asked for. */
function server(answer: (path: string, request: Request) => Response, identity?: Deno.TlsCertifiedKeyPem) {
  const asked: Asked[] = [];
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {}, ...identity };
  const { addr, shutdown } = Deno.serve(options, (request) => {
    const { pathname } = new URL(request.url);
    asked.push({ path: pathname, range: request.headers.get("range") });
    return answer(pathname, request);
  });
  return { asked, port: addr.port, host: `127.0.0.1:${addr.port}`, [Symbol.asyncDispose]: shutdown };
}

/** A server that sends a text and then nothing more, and leaves its connections open. */
function silentServer(text: string) {
  const connections: Deno.Conn[] = [];
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const served = (async () => {
    for await (const connection of listener) {
      connections.push(connection);
      await connection.write(new TextEncoder().encode(text));
    }
  })();
  return {
    host: `127.0.0.1:${listener.addr.port}`,
    count: () => connections.length,
    async [Symbol.asyncDispose]() {
      listener.close();
      await served;
      for (const connection of connections) connection.close();
    },
  };
}

const audio = (seconds = 30): Response =>
  new Response(wav(seconds), { headers: { "content-type": "audio/wav" } });

/** Bytes of a text without end. */
function* repeat(text: string): Generator<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  while (true) yield bytes;
}

async function questions(desktop: Desktop, count: number): Promise<void> {
  await eventually(async () => {
    const found = await desktop.xdotool("search", "--onlyvisible", "--name", "Play streams?").catch(() => "");
    assertEquals(found.split("\n").filter((line) => line !== "").length, count);
  });
}

let last = 0;

/** Lets the page play a URL. Returns why it does not play; an empty text when it does. */
async function play(page: Page, url: string): Promise<string> {
  const trackId = `t${++last}`;
  return await page.evaluate(`new Promise((resolve) => {
    const told = (text) => (event) => event.trackId === "${trackId}" && resolve(text ?? event.error);
    fb2k.on("jitQueue:error", told());
    fb2k.on("jitQueue:trackChanged", told(""));
    fb2k.jitQueue.playNow(${JSON.stringify({ url, trackId, title: url })});
  })`);
}

/** Makes a certificate for a name, which is its own authority. */
async function certificate(desktop: Desktop, name: string): Promise<Deno.TlsCertifiedKeyPem> {
  const [cert, key] = [`${desktop.directory}/cert.pem`, `${desktop.directory}/key.pem`];
  const kind = ["-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const names = ["-subj", "/CN=Test", "-addext", `subjectAltName=${name}`];
  await run("openssl", ["req", ...kind, ...names, "-days", "2", "-out", cert, "-keyout", key]);
  return { cert: await Deno.readTextFile(cert), key: await Deno.readTextFile(key) };
}

audaciousTest(
  "a stream by https plays if its certificate is trusted and has its host's name",
  async (desktop) => {
    const trusted = await certificate(desktop, "IP:127.0.0.1");
    const misnamed = await certificate(desktop, "DNS:other.example");
    const authorities = join(desktop.directory, "authorities.pem");
    await Deno.writeTextFile(authorities, trusted.cert + misnamed.cert);
    await using plain = server(() => audio());
    await using denied = server(() => audio(), trusted);
    await using wrong = server(() => audio(), misnamed);
    await using strange = server(() => audio(), await certificate(desktop, "IP:127.0.0.1"));
    const locations: Record<string, string> = {
      "/plain.wav": `http://${plain.host}/`,
      "/wrong.wav": `https://${wrong.host}/`,
      "/strange.wav": `https://${strange.host}/`,
      "/denied.wav": `https://${denied.host}/`,
    };
    await using secure = server((path) => {
      const location = locations[path];
      return location ? new Response(null, { status: 302, headers: { location } }) : audio();
    }, trusted);
    await using up = server(() => Response.redirect(`https://${secure.host}/ok.wav`));
    const permitted = [plain, wrong, strange, secure, up].map(({ host }) => `test ${host}`);
    await desktop.write({ ...panelFiles, config: settings(undefined, ["test"], permitted.join(", ")) });
    const { audacious, page } = await opened(desktop, { SSL_CERT_FILE: authorities });
    await using _ = audacious;
    using _page = page;
    const other = "SSL: no alternative certificate subject name matches target host name '127.0.0.1'";
    const unknown = "SSL certificate problem: self-signed certificate";
    for (
      const [url, problem] of [
        [`https://${secure.host}/ok.wav`, ""],
        [`http://${up.host}/`, ""],
        [`https://${secure.host}/plain.wav`, ""],
        [`https://${wrong.host}/`, other],
        [`https://${secure.host}/wrong.wav`, other],
        [`https://${strange.host}/`, unknown],
        [`https://${secure.host}/strange.wav`, unknown],
        [
          `https://${secure.host}/denied.wav`,
          `Access denied: no permission to open streams from ${denied.host}`,
        ],
      ] as const
    ) assertEquals(await play(page, url), problem, url);
    for (const { asked } of [wrong, strange, denied]) assertEquals(asked, []);
    assertEquals(await audacious.quit(), 0);
  },
);

audaciousTest("a permitted host leads Audacious to no other one", async (desktop) => {
  await using inner = server(() => audio());
  const there = inner.host;
  const hls = `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nhttp://${there}/segment.ts\n#EXT-X-ENDLIST\n`;
  const id3 = `ID3\x03\0\0\0\0\x10\0${"\0".repeat(2048)}`;
  const locations: Record<string, string> = {
    "/plain.wav": `http://${there}/redirected`,
    "/scheme.wav": `//${there}/redirected`,
    "/user.wav": `http://127.0.0.1@${there}/redirected`,
    "/backslash.wav": `http://${there}\\@127.0.0.1/redirected`,
    "/number.wav": `http://2130706433:${inner.port}/redirected`,
    "/name.wav": `http://localhost:${inner.port}/redirected`,
    "/ftp.wav": `ftp://${there}/redirected`,
    "/file.wav": "file:///etc/passwd",
    "/gopher.wav": `gopher://${there}/_x`,
    "/chain.wav": "chain2.wav",
    "/chain2.wav": "/chain3.wav?x=1",
    "/chain3.wav": `http://${there}/redirected`,
    "/loop.wav": "/loop.wav",
  };
  const texts: Record<string, string> = {
    "/hls.mp3": hls,
    "/hls.m3u8": hls,
    "/id3.mp3": id3 + hls,
    "/dash.mp3":
      `<MPD profiles="urn:mpeg:dash:profile:isoff-on-demand:2011"><BaseURL>http://${there}/dash</BaseURL></MPD>`,
    "/package.mp3":
      '<ns:CompositionPlaylist xmlns:ns="http://www.smpte-ra.org/schemas/2067-3/2016"></ns:CompositionPlaylist>',
    "/session.mp3": `v=0\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio ${inner.port} RTP/AVP 0\n`,
    // Audacious would play another file in the place of this one.
    "/list.audpl": `uri=http://OUTER/ok.wav\naudio-file=http://${there}/audio\ntitle=x\nlength=1000\n`,
    "/concat.mp3": `ffconcat version 1.0\nfile http://${there}/concat\n`,
  };
  let asks = 0;
  await using outer = server((path) => {
    if (path === "/ok.wav") return audio();
    if (path === "/relative/a.wav") {
      // A text that does not arrive at once.
      return new Response("moved".repeat(50_000), { status: 302, headers: { location: "../ok.wav" } });
    }
    // Once a sound, then a list.
    if (path === "/changing.mp3") return asks++ === 0 ? audio(1) : new Response(hls);
    // In pieces, and in front of the second one a notice about the title.
    if (path === "/pieces.mp3") {
      const bytes = new TextEncoder().encode(`${hls.slice(0, 10)}\x01StreamTitle='';\0${hls.slice(10)}`);
      return new Response(bytes, { headers: { "icy-metaint": "10" } });
    }
    const location = locations[path];
    if (location !== undefined) return new Response("moved", { status: 302, headers: { location } });
    return new Response(texts[path]?.replace("OUTER", outer.host) ?? null, {
      status: path in texts ? 200 : 404,
    });
  });
  // The host of the redirects is named with another port.
  const { audacious, page } = await started(desktop, `test ${outer.host}`);
  await using _ = audacious;
  using _page = page;
  const paths = [...Object.keys(locations), ...Object.keys(texts), "/changing.mp3", "/pieces.mp3"];
  const [first = "", ...others] = paths.filter((path) => !/chain[23]|audpl/.test(path));
  const fails = async (path: string): Promise<void> => {
    assert((await play(page, `http://${outer.host}${path}`)).length > 0, path);
    assert(outer.asked.some((each) => each.path === path), path);
  };
  await fails(first);
  await answerQuestion(desktop, "Escape");
  for (const path of others) await fails(path);
  // A request, and ten redirects: for the metadata, and to play.
  assert(outer.asked.filter(({ path }) => path === "/loop.wav").length <= 22);
  await questions(desktop, 0);
  for (const path of ["/relative/a.wav", "/list.audpl"]) {
    assertEquals(await play(page, `http://${outer.host}${path}`), "", path);
  }
  assertEquals(inner.asked, []);
  assertEquals(await audacious.quit(), 0);
});

audaciousTest(
  "a permitted name of a private address opens when that address is permitted too",
  async (desktop) => {
    await using inner = server(() => audio());
    const url = `http://localhost:${inner.port}/a.wav`;
    {
      const { audacious, page } = await started(desktop, "test localhost");
      await using _ = audacious;
      using _page = page;
      assertEquals((await page.call("playlist.addPaths", { paths: [url] })).addedCount, 1);
      await answerQuestion(desktop, "alt+y");
      const why = await play(page, url);
      const denial = "Access denied: no permission to open streams from ";
      assert([`127.0.0.1:${inner.port}`, `[::1]:${inner.port}`].some((host) => why === denial + host), why);
      assertEquals(await audacious.quit(), 0);
      assertEquals(inner.asked, []);
      const config = await Deno.readTextFile(join(desktop.config, "config"));
      assert(/streams=test localhost, test \S+:\d+\n/.test(config), config);
    }
    const { audacious, page } = await started(desktop, "test localhost, test 127.0.0.1, test [::1]");
    await using _ = audacious;
    using _page = page;
    assertEquals(await play(page, url), "");
    assertEquals(await audacious.quit(), 0);
  },
);

audaciousTest(
  "a server that is silent holds up neither stop nor next nor the end of Audacious",
  async (desktop) => {
    const [track = ""] = await tracks(desktop, 60);
    await using silent = silentServer("");
    await using begun = silentServer("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n");
    await using list = silentServer("HTTP/1.1 200 OK\r\n\r\n#EXTM3U\n");
    const { audacious, page } = await started(desktop, "test 127.0.0.1");
    await using _ = audacious;
    using _page = page;
    const status = (wanted: string): Promise<void> =>
      eventually(async () => assertEquals(await desktop.audtool("--playback-status"), wanted));
    await desktop.audtool("--playlist-addurl", `file://${track.replaceAll(" ", "%20")}`);
    for (const { host, count } of [silent, begun]) {
      for (const leave of ["stop", "next"]) {
        const before = count();
        const added = await page.call("playback.playPath", { path: `http://${host}/${leave}.mp3?1` });
        assertEquals(added.success, true);
        await eventually(() => assert(count() > before));
        const left = performance.now();
        if (leave === "stop") await desktop.audtool("--playback-stop");
        await desktop.audtool("--playlist-jump", "1");
        await desktop.audtool("--playback-play");
        await status("playing");
        await until(
          page,
          `fb2k.playback.getState().then(({ state, canSeek }) => state === "playing" && canSeek)`,
        );
        assert(performance.now() - left < 8000, `${performance.now() - left}`);
      }
    }
    // Longer than Audacious reads of a playlist.
    await using endless = server(() => new Response(ReadableStream.from(repeat("; comment\n".repeat(6000)))));
    const asked = performance.now();
    const { addedCount } = await page.call("playlist.addPaths", { paths: [`http://${endless.host}/a.pls`] });
    assertEquals(addedCount, 0);
    assert(performance.now() - asked < 8000, `${performance.now() - asked}`);
    // The threads that read metadata and that expand playlist files wait too.
    await page.call("playlist.addPaths", {
      paths: [1, 2, 3, 4].map((at) => `http://${silent.host}/${at}.mp3`),
    });
    await page.call("playback.playPath", { path: `http://${begun.host}/last.mp3` });
    await page.evaluate(`void fb2k.playlist.addPaths({ paths: ["http://${list.host}/a.m3u"] })`);
    await eventually(() => assert(list.count() > 0));
    const left = performance.now();
    assertEquals(await audacious.quit(), 0);
    assert(performance.now() - left < 8000, `${performance.now() - left}`);
  },
);

audaciousTest(
  "with the plugin switched off, silent servers hold up neither stop nor the end of Audacious",
  async (desktop) => {
    await using silent = silentServer("");
    const { audacious, page } = await started(desktop, "test 127.0.0.1");
    await using _ = audacious;
    {
      using _page = page;
      await page.call("playlist.addPaths", {
        playlist: 0,
        paths: [1, 2, 3].map((at) => `http://${silent.host}/${at}.mp3`),
      });
    }
    await desktop.audtool("--plugin-enable", "tonearm", "off");
    for (let at = 0; at < 2; at++) {
      const before = silent.count();
      await desktop.audtool("--playback-play");
      await eventually(() => assert(silent.count() > before));
      if (at === 0) await desktop.audtool("--playback-stop");
      assertEquals(await desktop.audtool("--playback-status"), at === 0 ? "stopped" : "playing");
    }
    const left = performance.now();
    assertEquals(await audacious.quit(), 0);
    assert(performance.now() - left < 8000, `${performance.now() - left}`);
  },
);

/** Silence as MP3: 128 kbit/s, 44.1 kHz. */
function silence(seconds: number): Uint8Array<ArrayBuffer> {
  const frame = [0xff, 0xfb, 0x90, 0x64, ...Array(413).fill(0)];
  return Uint8Array.from(Array(Math.round(seconds * 44100 / 1152)).fill(frame).flat());
}

audaciousTest("a radio tells its name and its titles, and ends", async (desktop) => {
  const encoder = new TextEncoder();
  // The second title comes when the first one has been heard.
  const { promise: heard, resolve: hear } = Promise.withResolvers<void>();
  const requests: string[] = [];
  const write = async (connection: Deno.Conn, bytes: Uint8Array): Promise<void> => {
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  };
  const serve = async (connection: Deno.Conn): Promise<void> => {
    const buffer = new Uint8Array(4096);
    requests.push(new TextDecoder().decode(buffer.subarray(0, await connection.read(buffer) ?? 0)));
    const head = ["Content-Type: audio/mpeg", "icy-name: Radio Ü", "icy-br: 128", "icy-metaint: 4000"];
    await write(connection, encoder.encode(`ICY 200 OK\r\n${head.join("\r\n")}\r\n\r\n`));
    const sound = silence(4);
    for (let at = 0; at + 4000 <= sound.length; at += 4000) {
      if (at === 32_000) await heard;
      const titles: Record<number, string> = {
        0: "StreamTitle='One';StreamUrl='';",
        32_000: "StreamTitle='Two';",
      };
      const notice = encoder.encode(titles[at] ?? "");
      const padded = new Uint8Array(1 + Math.ceil(notice.length / 16) * 16);
      padded[0] = padded.length / 16;
      padded.set(notice, 1);
      await write(connection, sound.subarray(at, at + 4000));
      await write(connection, padded);
    }
  };
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const served = (async () => {
    const connections: Promise<void>[] = [];
    for await (const connection of listener) {
      // The reader of metadata leaves early.
      connections.push(serve(connection).catch(() => {}).finally(() => connection.close()));
    }
    await Promise.all(connections);
  })();
  const host = `127.0.0.1:${listener.addr.port}`;
  const { audacious, page } = await started(desktop, `test ${host}`);
  await using _ = audacious;
  using _page = page;
  await page.evaluate(`{
    window.titles = [];
    fb2k.on("playback:dynamicInfoTrack", ({ title }) => titles.push(title));
  }`);
  assertEquals(await play(page, `http://${host}/radio`), "");
  await eventually(async () => {
    const { title, artist, bitrate } = await page.call("playback.getCurrentTrack");
    assertEquals([title, artist, bitrate], ["One", "Radio Ü", 128]);
  });
  hear();
  await until(page, `titles[titles.length - 1] === "Two"`);
  assertStringIncludes(requests.join(), "Icy-MetaData: 1");
  await eventually(async () => assertEquals(await desktop.audtool("--playback-status"), "stopped"));
  assertEquals(await audacious.quit(), 0);
  listener.close();
  await served;
});

audaciousTest(
  "a file on a server is sought in by ranges, and has the tags of a user's stream",
  async (desktop) => {
    const file = wav(600);
    const ranged = (_: string, request: Request): Response => {
      const headers = { "accept-ranges": "bytes", "content-type": "audio/wav" };
      const start = Number(/^bytes=(\d+)-$/.exec(request.headers.get("range") ?? "")?.[1] ?? 0);
      if (start === 0) {
        return new Response(file, {
          headers: { ...headers, "content-length": `${file.length}` },
        });
      }
      const range = `bytes ${start}-${file.length - 1}/${file.length}`;
      return new Response(file.slice(start), {
        status: 206,
        headers: { ...headers, "content-range": range },
      });
    };
    await using host = server(ranged);
    const { audacious, page } = await started(desktop, `test ${host.host}`);
    await using _ = audacious;
    using _page = page;
    const url = `http://${host.host}/album/a.wav`;
    assertEquals((await page.call("playback.playPath", { path: url })).success, true);
    await until(
      page,
      `fb2k.playback.getState().then(({ state, canSeek }) => state === "playing" && canSeek)`,
    );
    await page.call("playback.setPosition", { seconds: 500 });
    await eventually(() =>
      assert(host.asked.some(({ range }) => Number(/\d+/.exec(range ?? "")?.[0]) > file.length / 2))
    );
    await until(page, `fb2k.playback.getPosition().then(({ position }) => position > 501)`);
    await desktop.audtool("--playlist-addurl", url);
    const entries = async () =>
      (await page.call("playlist.getTracks", { playlist: 0, start: 0, count: 9 })).tracks;
    await eventually(async () =>
      assertEquals((await entries()).map(({ duration }: { duration: number }) => duration), [600, 600])
    );
    const [of, plain] = await entries();
    assertEquals(of, { ...plain, index: of.index });
    assertEquals(of.path, url);
    assertEquals(await audacious.quit(), 0);
  },
);

audaciousTest(
  "a kept entry opens only while its host is permitted, and only by the transport",
  async (desktop) => {
    await using host = server(() => audio());
    const url = `http://${host.host}/a.wav`;
    const entries = async (page: Page): Promise<string[]> =>
      (await page.call("playlist.getTracks", { playlist: 0, start: 0, count: 9 })).tracks
        .map(({ path }: { path: string }) => path);
    const quit = async (audacious: Audacious): Promise<number> => {
      await desktop.audtool("--playback-stop");
      assertEquals(await audacious.quit(), 0);
      return host.asked.length;
    };
    let asked: number;
    {
      const { audacious, page } = await started(desktop, `test ${host.host}`);
      await using _ = audacious;
      using _page = page;
      assertEquals((await page.call("playlist.addPaths", { playlist: 0, paths: [url] })).addedCount, 1);
      await desktop.audtool("--playback-play");
      await until(page, `fb2k.playback.getState().then(({ state }) => state === "playing")`);
      asked = await quit(audacious);
    }
    const fails = async (): Promise<void> => {
      const { audacious, page } = await opened(desktop);
      await using _ = audacious;
      using _page = page;
      assertEquals(await entries(page), [url]);
      await desktop.audtool("--playback-play");
      await eventually(() => assert(audacious.log.includes("Open failed.")));
      assertEquals(await quit(audacious), asked);
    };
    await desktop.write({ ...panelFiles, config: settings(undefined, ["test"], "other 127.0.0.1") });
    await fails();
    await desktop.write({ ...panelFiles, config: settings(undefined, ["test"], `test ${host.host}`) });
    {
      const { audacious, page } = await opened(desktop);
      await using _ = audacious;
      using _page = page;
      assertEquals(await entries(page), [url]);
      await desktop.audtool("--playback-play");
      await eventually(() => assert(host.asked.length > asked));
      asked = await quit(audacious);
    }
    await Deno.remove(join(desktop.plugins, "Transport/tonearm-streams.so"));
    await fails();
  },
);

audaciousTest(
  "streams go through the proxy of Audacious's settings, and not that of the environment",
  async (desktop) => {
    const urls: string[] = [];
    await using proxy = server((path, { url }) => {
      urls.push(url);
      const location = "http://other.example/b.wav";
      return path === "/a.wav" ? audio() : new Response(null, { status: 302, headers: { location } });
    });
    await using host = server(() => audio());
    const config = settings(undefined, ["test"], `test radio.example, test ${host.host}`);
    const http_proxy = `http://${proxy.host}`;
    {
      await desktop.write({ ...panelFiles, config });
      const { audacious, page } = await opened(desktop, { http_proxy, ALL_PROXY: http_proxy, no_proxy: "" });
      await using _ = audacious;
      using _page = page;
      assertEquals(await play(page, `http://${host.host}/a.wav`), "");
      assertEquals(await audacious.quit(), 0);
    }
    assertEquals(urls, []);
    const used = `[audacious]\nuse_proxy=TRUE\nproxy_host=127.0.0.1\nproxy_port=${proxy.port}\n`;
    await desktop.write({ ...panelFiles, config: used + config });
    const { audacious, page } = await opened(desktop, { no_proxy: "*" });
    await using _ = audacious;
    using _page = page;
    assertEquals(await play(page, "http://radio.example/a.wav"), "");
    const denial = "Access denied: no permission to open streams from other.example";
    assertEquals(await play(page, "http://radio.example/moved.wav"), denial);
    // The kept entry goes through it too.
    const others = [...new Set(urls)].filter((url) => !url.includes(host.host));
    assertEquals(others, ["http://radio.example/a.wav", "http://radio.example/moved.wav"]);
    assertEquals(await audacious.quit(), 0);
  },
);

const tellsAddresses = "the transport knows the addresses that are not on the public internet";
Deno.test({
  name: withoutAudacious === undefined ? tellsAddresses : `${tellsAddresses} (ignored: ${withoutAudacious})`,
  ignore: withoutAudacious !== undefined,
  async fn() {
    const folder = new URL("players/audacious/", root).pathname;
    const directory = await Deno.makeTempDir({ prefix: "tonearm-audacious-test-" });
    const [source, program] = [join(directory, "main.cpp"), join(directory, "main")];
    await Deno.writeTextFile(
      source,
      `#include "transport/transport.cpp"
      int main(int, char **arguments) {
        while (*++arguments != nullptr) {
          sockaddr_in6 address{};
          auto &version4 = reinterpret_cast<sockaddr_in &>(address);
          address.sin6_family = strchr(*arguments, ':') != nullptr ? AF_INET6 : AF_INET;
          const bool is_6 = address.sin6_family == AF_INET6;
          inet_pton(address.sin6_family, *arguments, is_6 ? static_cast<void *>(&address.sin6_addr) : &version4.sin_addr);
          puts(is_public(reinterpret_cast<sockaddr &>(address)) ? "public" : "other");
        }
      }`,
    );
    const libraries = (await run("pkg-config", ["--cflags", "--libs", "audacious", "libcurl", "Qt5Core"]))
      .trim().split(
        /\s+/,
      );
    const macros = ['-DPACKAGE=""', '-DVERSION_OF_AUDACIOUS=""', `-I${folder}`, `-I${folder}source`];
    await run("g++", [
      "-std=c++17",
      "-fPIC",
      ...macros,
      source,
      `${folder}source/streams.cpp`,
      "-o",
      program,
      ...libraries,
    ]);
    const told = async (addresses: readonly string[]): Promise<Set<string>> =>
      new Set((await run(program, addresses)).trim().split("\n"));
    assertEquals([...await told(PUBLIC_ADDRESSES)], ["public"]);
    assertEquals([...await told(OTHER_ADDRESSES)], ["other"]);
    await Deno.remove(directory, { recursive: true });
  },
});
