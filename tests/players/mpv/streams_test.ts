import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Probe } from "../../../players/mpv/probe.ts";
import { StreamProxy } from "../../../players/mpv/stream_proxy.ts";
import {
  hostsOf,
  isHostName,
  isPublicAddress,
  StreamDenied,
  StreamRule,
} from "../../../players/mpv/stream_rule.ts";
import { waitFor } from "../../support/deadline.ts";
import { OTHER_ADDRESSES, PUBLIC_ADDRESSES } from "../addresses.ts";
import { eventually, mpvTest, TestHost, wav } from "./real_mpv.ts";

Deno.test("an address is public only outside all private, local, shared and reserved networks", () => {
  assertEquals(PUBLIC_ADDRESSES.filter((address) => !isPublicAddress(address)), []);
  assertEquals([...OTHER_ADDRESSES, "x", ""].filter(isPublicAddress), []);
});

Deno.test("a stream may be opened only from a named host, or from a public one", () => {
  const rule = new StreamRule(["*", "nas.home", "127.0.0.1:8000", "[::1]:80", "Radio.Example:443"]);
  const allowed = [
    "http://radio.example/",
    "https://music.example:8443/x",
    "http://nas.home:9999/a",
    "HTTP://NAS.home/",
    "http://127.0.0.1:8000/",
    "http://0x7f.1:8000/",
    "http://[::1]/",
    "http://8.8.8.8/",
    "ytdl://abc",
  ];
  const denied = [
    "http://127.0.0.1/",
    "http://127.0.0.1:8001/",
    "http://2130706433/",
    "http://[::1]:81/",
    "http://10.1.2.3/",
    "http://localhost/",
    "http://a.localhost./",
    "http://[::ffff:127.0.0.1]:8000/",
    "rtsp://radio.example/",
    "smb://nas.home/",
    "tcp://radio.example:80",
    "http://",
    "http://[",
    "ftp://x/",
    "edl://x",
  ];
  assertEquals(allowed.filter((url) => rule.problem(url) !== undefined), []);
  assertEquals(denied.filter((url) => rule.problem(url) === undefined), []);
  const named = new StreamRule(["radio.example"]);
  assertEquals(named.problem("https://radio.example:1/x"), undefined);
  assertEquals(
    named.problem("https://sub.radio.example/x"),
    "Access denied: no permission to open streams from sub.radio.example",
  );
  assertEquals(named.problem("ytdl://abc"), "Access denied: ytdl:// is not played on request");
  assertEquals([new StreamRule([]).isOff, rule.isOff], [true, false]);
});

Deno.test("the listener is told of each denied host once, and of twenty at most", () => {
  const said: string[] = [];
  const rule = new StreamRule([], (sentence) => said.push(sentence));
  for (let host = 0; host < 60; host++) rule.problem(`http://${host >> 1}.radio.example/`);
  assertEquals([said.length, new Set(said).size], [20, 20]);
});

Deno.test("a public name with a private address is denied, one that is named is not", async () => {
  const resolve = (name: string): Promise<string[]> =>
    Promise.resolve(name === "both.example" ? ["1.1.1.1", "127.0.0.1"] : ["192.168.0.7"]);
  const rule = new StreamRule(["*", "nas.example"], () => {}, resolve);
  await assertRejects(() => rule.addresses("inner.example", 80), StreamDenied);
  await assertRejects(() => rule.addresses("both.example", 80), StreamDenied);
  await assertRejects(
    () => new StreamRule(["a.example"], () => {}, resolve).addresses("b.example", 80),
    StreamDenied,
  );
  assertEquals(await rule.addresses("nas.example", 80), ["192.168.0.7"]);
  assertEquals(await rule.addresses("9.9.9.9", 80), ["9.9.9.9"]);
});

Deno.test("hosts are names or addresses with or without a port; entries name their hosts", () => {
  const hosts = ["*", "radio.example", "radio.example:80", "127.0.0.1", "[::1]", "[::1]:8000"];
  const others = [
    "",
    "http://radio.example",
    "radio.example/x",
    "a b",
    "user@host",
    "*.example",
    "a:b",
    "::1",
    "h?x",
  ];
  assertEquals(hosts.filter((host) => !isHostName(host)), []);
  assertEquals(others.filter(isHostName), []);
  assertEquals(hostsOf(["/music", "http://nas/x", "https://[::1]/y", "rtsp://no/"]), ["nas:80", "[::1]:443"]);
});

/** A server that counts the requests by path. */
class Server implements AsyncDisposable {
  readonly asked: string[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(answer: (path: string) => Response) {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      const { pathname } = new URL(request.url);
      this.asked.push(pathname);
      return answer(pathname);
    });
  }

  get host(): string {
    return `127.0.0.1:${this.#server.addr.port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

const audio = (): Response => new Response(wav(1), { headers: { "content-type": "audio/wav" } });

/** Sends a text to the proxy and returns its whole answer. */
async function exchange(proxy: StreamProxy, text: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(proxy.url).port) });
  await connection.write(new TextEncoder().encode(text));
  const decoder = new TextDecoder();
  let answer = "";
  const buffer = new Uint8Array(4096);
  for (let count = await connection.read(buffer); count !== null; count = await connection.read(buffer)) {
    answer += decoder.decode(buffer.subarray(0, count));
  }
  return answer;
}

Deno.test("the proxy passes requests and tunnels to allowed hosts only, and says once who is missing", async () => {
  await using server = new Server((path) => new Response(path));
  const said: string[] = [];
  const proxy = new StreamProxy(new StreamRule([server.host], (sentence) => said.push(sentence)));
  const get = (url: string): Promise<string> =>
    exchange(proxy, `GET ${url} HTTP/1.1\r\nHost: wrong\r\nProxy-X: 1\r\n\r\n`);
  const passed = await get(`http://${server.host}/a?b=c`);
  assertStringIncludes(passed, "200 OK");
  assert(passed.endsWith("/a"), passed);
  const tunnelled = await exchange(
    proxy,
    `CONNECT ${server.host} HTTP/1.1\r\n\r\nGET /in HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  );
  assert(tunnelled.startsWith("HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200") && tunnelled.endsWith("/in"), tunnelled);
  for (const url of ["http://127.0.0.1:1/", "http://localhost/", "http://127.0.0.1:1/again"]) {
    assertStringIncludes(await get(url), "403 Forbidden");
  }
  assertStringIncludes(await exchange(proxy, "CONNECT 127.0.0.1:22 HTTP/1.1\r\n\r\n"), "403 Forbidden");
  for (
    const wrong of [
      "GET / HTTP/1.1",
      "GET ftp://x/ HTTP/1.1",
      "CONNECT x HTTP/1.1",
      "CONNECT x:1/y HTTP/1.1",
      "?",
    ]
  ) {
    assertStringIncludes(await exchange(proxy, `${wrong}\r\n\r\n`), "400 Bad Request");
  }
  assertStringIncludes(
    await exchange(proxy, `GET http://${server.host}/ HTTP/1.1\r\nX: ${"x".repeat(40_000)}`),
    "400",
  );
  assertEquals(server.asked, ["/a", "/in"]);
  assertEquals(said, [
    "mpv has no permission to open streams from 127.0.0.1; --allow-streams 127.0.0.1 gives it",
    "mpv has no permission to open streams from localhost; --allow-streams localhost gives it",
  ]);
  await proxy.close();
});

Deno.test("the proxy ends what it has begun when it closes, and when mpv gives a silent server up", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const proxy = new StreamProxy(new StreamRule([`127.0.0.1:${silent.addr.port}`]));
  const begin = async (): Promise<[client: Deno.Conn, taken: Deno.Conn]> => {
    const client = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(proxy.url).port) });
    await client.write(
      new TextEncoder().encode(`GET http://127.0.0.1:${silent.addr.port}/ HTTP/1.1\r\n\r\n`),
    );
    return [client, await silent.accept()];
  };
  const isOver = async (connection: Deno.Conn): Promise<void> => {
    const buffer = new Uint8Array(4096);
    while (await connection.read(buffer).catch(() => null) !== null);
    connection.close();
  };
  const [client, taken] = await begin();
  client.close();
  await isOver(taken);
  const [other, otherTaken] = await begin();
  await proxy.close();
  await isOver(other);
  await isOver(otherTaken);
});

Deno.test("the proxy closes while a name is looked up, and while a host does not take connections", async () => {
  using full = Deno.listen({ hostname: "127.0.0.1", port: 0, tcpBacklog: 1 });
  const lookups: string[] = [];
  const resolve = async (name: string): Promise<string[]> => {
    lookups.push(name);
    return name === "full.example" ? ["127.0.0.1"] : await new Promise(() => {});
  };
  const proxy = new StreamProxy(new StreamRule(["full.example", "unknown.example"], () => {}, resolve));
  using clients = new DisposableStack();
  const names = [...Array(8).fill("full.example"), "unknown.example"];
  for (const name of names) {
    const port = Number(new URL(proxy.url).port);
    const client = clients.use(await Deno.connect({ hostname: "127.0.0.1", port }));
    await client.write(
      new TextEncoder().encode(`GET http://${name}:${full.addr.port}/ HTTP/1.1\r\n\r\n`),
    );
  }
  await eventually(() => assertEquals(lookups.length, names.length));
  await waitFor("the end of the proxy", proxy.close());
});

mpvTest("mpv follows redirects, playlists, segments and keys only to allowed hosts", async () => {
  await using inner = new Server(audio);
  await using server = new Server((path) => {
    const hls = (key: string, segment: string): string =>
      `#EXTM3U\n#EXT-X-TARGETDURATION:5\n${key}#EXTINF:5,\n${segment}\n#EXT-X-ENDLIST\n`;
    const list = (text: string): Response =>
      new Response(text, { headers: { "content-type": "application/vnd.apple.mpegurl" } });
    const there = `http://${inner.host}`;
    switch (path) {
      case "/ok.wav":
        return audio();
      case "/redirect":
        return Response.redirect(`${there}/redirected`);
      case "/list":
        return list(`#EXTM3U\n${there}/entry\nrtsp://${inner.host}/entry\ntcp://${inner.host}\n`);
      case "/hls":
        return list(hls("", `${there}/segment.ts`));
      case "/key":
        return list(hls(`#EXT-X-KEY:METHOD=AES-128,URI="${there}/key"\n`, "/ok.wav"));
      case "/file":
        return list(hls("", "file:///etc/passwd"));
      case "/reference":
        return new Response(`[Reference]\nRef1=${there}/reference\n`);
      case "/edl":
        return new Response(`# mpv EDL v0\n${there}/edl,0,5\n`);
      default:
        return new Response(null, { status: 404 });
    }
  });
  await using test = await TestHost.start({ streams: [server.host] });
  const playlist = test.host.playlists.insert("Streams");
  const names = ["redirect", "list", "hls", "key", "file", "reference", "edl"];
  for (const [item, name] of names.entries()) {
    await test.append(playlist, [`http://${server.host}/${name}`]);
    test.signals.skip();
    await test.act("player.playback.play", { playlist: playlist.id, item });
    await test.signals.next(({ name, params }) =>
      name === "signal.trackFailed" || name === "signal.trackStarted" ||
      (name === "signal.playbackStopped" && "reason" in params && params.reason !== "startingAnother")
    );
    await test.host.playback.halt("user");
  }
  assertEquals(
    [...new Set(server.asked)].filter((path) => path !== "/ok.wav"),
    names.map((name) => `/${name}`),
  );
  assertEquals(inner.asked, []);
  await test.append(playlist, [`http://${server.host}/ok.wav`]);
  await test.act("player.playback.play", { playlist: playlist.id, item: names.length });
  await test.plays(`http://${server.host}/ok.wav`);
});

mpvTest("without permission no address is resolved, appended, queued, played or asked", async () => {
  await using server = new Server(audio);
  await using test = await TestHost.start({ streams: [], extensions: ["playback", "playlist"] });
  const url = `http://${server.host}/x.wav`;
  const error = `Access denied: no permission to open streams from 127.0.0.1`;
  assertEquals((await test.call("playback.playPath", { path: url })).success, false);
  const hint = "mpv has no permission to open streams from 127.0.0.1; --allow-streams 127.0.0.1 gives it";
  await test.heard((sentence) => sentence === hint);
  assertEquals((await test.call("queue.addPaths", { paths: [url] })).success, false);
  await test.call("jitQueue.playNow", { trackId: "t", url });
  await test.event("jitQueue:error");
  const { id } = test.host.playlists.insert("Streams");
  await assertRejects(
    () => test.act("player.playlist.append", { playlist: id, handles: [{ path: url, subsong: 0 }] }),
    Error,
    error,
  );
  const [track = ""] = await test.tracks(1, 60);
  const reference = `${test.directory}/reference.wav`;
  await Deno.writeTextFile(
    reference,
    `[Reference]\nRef1=${url}\nRef2=rtsp://${server.host}/\nRef3=${track}\n`,
  );
  await test.append(test.host.playlists.at(0), [reference, track]);
  await test.act("player.playback.play", { playlist: test.host.playlists.at(0).id, item: 0 });
  await test.plays(track);
  // As its user does.
  await test.inMpv("loadfile", url, "replace");
  await test.signal("signal.trackFailed");
  assertEquals(server.asked, []);
});

mpvTest("reading the tags of a file that refers to addresses requests none of them", async () => {
  await using server = new Server(audio);
  const url = `http://${server.host}`;
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
  const files: Record<string, string> = {
    "reference.mov": `[Reference]\nRef1=${url}/reference\n`,
    "rtsp.mov": `[Reference]\nRef1=rtsp://${server.host}/rtsp\n`,
    "hls.mp3": `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${url}/segment.ts\n#EXT-X-ENDLIST\n`,
    "list.mp3": `#EXTM3U\n${url}/entry\n`,
    "pls.wav": `[playlist]\nFile1=${url}/pls\n`,
    "edl.mp3": `# mpv EDL v0\n${url}/edl,0,5\n`,
    "cue.cue": `FILE "${url}/cue" MP3\n  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n`,
    "concat.mp3": `ffconcat version 1.0\nfile ${url}/concat\n`,
  };
  const probe = new Probe("mpv");
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${directory}/${name}`, text);
    await probe.look({ path: `${directory}/${name}`, subsong: 0 });
    await probe.picture(`${directory}/${name}`, 1000);
  }
  assertEquals(await probe.look({ path: `${url}/stream`, subsong: 0 }), null);
  await Deno.writeFile(`${directory}/real.wav`, wav(1, { INAM: "Title" }));
  // mpv would open what lies beside the file, and wait for the writers of pipes.
  const pipes = ["real.lrc", "real.srt", "cover.png"].map((name) => `${directory}/${name}`);
  assert((await new Deno.Command("mkfifo", { args: pipes }).output()).success);
  assertEquals((await probe.look({ path: `${directory}/real.wav`, subsong: 0 }))?.title, "Title");
  assertEquals(server.asked, []);
  await probe.close();
  await Deno.remove(directory, { recursive: true });
});

mpvTest(
  "a playlist from the network that the user opens in mpv brings no local file into playlist 0",
  async () => {
    await using test = await TestHost.start();
    const [local = ""] = await test.tracks(1, 60);
    await using server = new Server((path) =>
      path === "/track.wav"
        ? new Response(wav(60), { headers: { "content-type": "audio/wav" } })
        : new Response(`#EXTM3U\n${local}\nfile://${local}\ntrack.wav\nedl://${local}\n`, {
          headers: { "content-type": "audio/x-mpegurl" },
        })
    );
    const remote = `http://${server.host}/track.wav`;
    const shown = (): string[] => {
      const { tracks } = test.host.playlists.at(0);
      return Array.from({ length: tracks.length }, (_item, index) => tracks.at(index).path);
    };
    await test.inMpv("loadfile", `http://${server.host}/list.m3u`, "replace");
    await test.plays(remote);
    await eventually(async () => {
      await test.host.playback.settled();
      assertEquals(shown(), [remote]);
    });
    assertEquals(await test.call("misc.restart"), { success: true });
    await test.heard((sentence) => sentence === "mpv is running again");
    assertEquals(shown(), [remote]);
    assertEquals(await test.inMpv("get_property", "playlist-count"), 1);
  },
);
