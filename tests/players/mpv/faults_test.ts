import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MpvHost } from "../../../players/mpv/host.ts";
import { MpvClient } from "../../../players/mpv/ipc/mpv_client.ts";
import type { MpvChoice } from "../../../players/mpv/ipc/mpv_link.ts";
import { MpvProcess } from "../../../players/mpv/ipc/mpv_process.ts";
import { setDeadline } from "../../support/deadline.ts";
import { eventually, mpvTest, quietMpv, TestHost, wav } from "./real_mpv.ts";

setDeadline(120_000);

/** Kills the test's mpv. */
function kill(test: TestHost): void {
  const { pid } = test.host.link;
  assert(pid !== null);
  Deno.kill(pid, "SIGKILL");
}

mpvTest(
  "when mpv is killed, its track has failed, and a new mpv continues with playlist, queue and volume",
  async () => {
    await using test = await TestHost.start();
    const paths = await test.tracks(2, 60);
    await test.host.load(paths);
    await test.plays(paths[0] ?? "");
    await test.call("queue.add", { playlist: 0, tracks: [1] });
    await test.host.user.setVolume({ level: 0.125, muted: true });
    kill(test);
    const failed = await test.signal("signal.trackFailed");
    assert("handle" in failed.params);
    assertEquals(failed.params.handle.path, paths[0]);
    await test.signal("signal.playbackStopped", (params) =>
      "reason" in params && params.reason === "endOfFile");
    await test.heard((sentence) => sentence === "mpv is running again");
    assertEquals(await test.inMpv("get_property", "volume"), 50);
    assertEquals(await test.inMpv("get_property", "mute"), true);
    assertEquals(await test.inMpv("get_property", "playlist-count"), 2);
    const { items } = await test.call("queue.get");
    assertEquals(
      items.map(({ playlist, playlistItem }: Record<string, unknown>) => [playlist, playlistItem]),
      [[0, 1]],
    );
    await test.host.playback.playPlace({ playlist: test.host.playlists.at(0), item: 0 });
    await test.plays(paths[0] ?? "");
  },
);

mpvTest("without mpv, calls fail with a clear error, and the bridge keeps running", async () => {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
  const socket = `${directory}/socket`;
  const args = [...quietMpv.args, `--input-ipc-server=${socket}`];
  const mpv = await MpvProcess.start({ ...quietMpv, args }, () => {});
  await using test = await TestHost.attached(socket);
  const [path = ""] = await test.tracks(1, 60);
  mpv.kill();
  await mpv.status;
  await test.heard((sentence) => sentence === "mpv has disconnected");
  assertEquals(await test.call("misc.exit"), {
    success: false,
    error: "Player action failed: mpv is not running",
  });
  assertEquals(await test.call("menu.getMainMenu"), {
    success: false,
    error: "Player action failed: mpv is not running",
  });
  // The model keeps the other playlists.
  const added = await test.call("queue.addPaths", { paths: [path] });
  assertEquals(added, { success: true, addedCount: 1, invalidCount: 0, playlist: 1, queueCount: 1 });
  await assertRejects(
    () => test.host.playback.playPlace({ playlist: test.host.playlists.at(1), item: 0 }),
    Error,
    "mpv is not running",
  );
  const begun = await test.call("jitQueue.playNow", { trackId: "t", url: path });
  assertEquals(begun.success, true);
  const { data } = await test.event("jitQueue:error");
  assertStringIncludes(JSON.stringify(data), "mpv is not running");
  await Deno.remove(directory, { recursive: true });
});

mpvTest(
  "an attached mpv keeps playing, is found again after a restart, and keeps running when the player closes",
  async () => {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
    const socket = `${directory}/socket`;
    const args = [...quietMpv.args, "--idle", "--no-terminal", `--input-ipc-server=${socket}`];
    const spawn = (): Deno.ChildProcess =>
      new Deno.Command("mpv", { args, stdin: "null", stdout: "null", stderr: "null" }).spawn();
    let mpv = spawn();
    await using test = await TestHost.attached(socket);
    const paths = await test.tracks(2, 60);
    await test.inMpv("loadfile", paths[0] ?? "", "append-play");
    await test.plays(paths[0] ?? "");
    mpv.kill("SIGKILL");
    await mpv.status;
    await test.heard((sentence) => sentence === "mpv has disconnected");
    mpv = spawn();
    await test.heard((sentence) => sentence === "mpv is running again");
    // The new mpv has a new playlist.
    assertEquals(test.host.playlists.at(0).tracks.length, 0);
    await test.inMpv("loadfile", paths[1] ?? "", "append-play");
    await test.plays(paths[1] ?? "");
    await using second = await TestHost.attached(socket);
    await second.host.playback.settled();
    const now = await second.call("selection.getViewingTrack");
    assertEquals([now.handle, now.playlistIndex, now.itemIndex], [paths[1], 0, 0]);
    await second.host.close();
    await test.call("misc.restart").then(({ error }) =>
      assertStringIncludes(error, "was not started by this player")
    );
    assertEquals(await test.call("misc.exit"), { success: true });
    await mpv.status;
    await Deno.remove(directory, { recursive: true });
  },
);

mpvTest(
  "an attached mpv keeps running when a page stops playback, and its options are restored",
  async () => {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
    const socket = `${directory}/socket`;
    const path = `${directory}/a.wav`;
    await Deno.writeFile(path, wav(600));
    // Without --idle, mpv quits after its last track unless the player sets it.
    const args = [
      ...quietMpv.args,
      "--no-terminal",
      "--keep-open=always",
      `--input-ipc-server=${socket}`,
      path,
    ];
    const mpv = new Deno.Command("mpv", { args, stdin: "null", stdout: "null", stderr: "null" }).spawn();
    const test = await TestHost.attached(socket);
    await test.playing();
    assertEquals((await test.call("selection.getViewingTrack")).handle, path);
    await test.host.playback.stop({}, undefined);
    assertEquals(await test.inMpv("get_property", "idle-active"), true);
    assertEquals(await test.inMpv("get_property", "keep-open"), false);
    await test.host.playback.playPlace({ playlist: test.host.playlists.at(0), item: 0 });
    await test.plays(path);
    await test[Symbol.asyncDispose]();

    const client = await MpvClient.connect(socket, () => {});
    assertEquals(await client.command("get_property", "keep-open"), "always");
    assertEquals(await client.command("get_property", "idle"), false);
    await client.command("quit");
    await client.closed;
    await mpv.status;
    await Deno.remove(directory, { recursive: true });
  },
);

mpvTest("when the user quits mpv, a shutdown is signalled and the player ends", async () => {
  await using test = await TestHost.start();
  const [path = ""] = await test.tracks(1, 60);
  await test.host.load([path]);
  await test.plays(path);
  await test.inMpv("quit");
  await test.signal("signal.playbackStopped", (params) => "reason" in params && params.reason === "shutdown");
  await test.host.ended;
});

mpvTest("a page restarts mpv, which keeps its playlist", async () => {
  await using test = await TestHost.start();
  const paths = await test.tracks(2, 60);
  await test.host.load(paths);
  await test.plays(paths[0] ?? "");
  const before = test.host.link.pid;
  assertEquals(await test.call("misc.restart"), { success: true });
  await test.heard((sentence) => sentence === "mpv is running again");
  assert(test.host.link.pid !== before);
  assertEquals(await test.inMpv("get_property", "playlist-count"), 2);
});

mpvTest("mpv ends when the player is killed", async () => {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", new URL("killed_host.ts", import.meta.url).href],
    stdin: "null",
    stdout: "piped",
  }).spawn();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const { value = "" } = await reader.read();
  const [playing = "", looking = "", directory = ""] = value.trim().split(" ");
  const pids = [Number(playing), Number(looking)];
  for (const pid of pids) Deno.kill(pid, "SIGCONT");
  child.kill("SIGKILL");
  await child.status;
  await reader.cancel();
  for (const pid of pids) await eventually(async () => assertEquals(await isRunning(pid), false));
  await Deno.remove(directory, { recursive: true });
});

/** Whether a process runs. An ended one may remain as a zombie until its parent reads the status. */
async function isRunning(pid: number): Promise<boolean> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", String(pid)] }).output();
  const state = new TextDecoder().decode(stdout).trim();
  return state !== "" && !state.startsWith("Z");
}

Deno.test({
  name: "an mpv that is too old, started or attached, is reported in one sentence",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
    const program = `${directory}/mpv`;
    const text = '[ "$1" = --version ] && echo "mpv 0.32.0 Copyright © 2000-2020" && exit\n' +
      'echo "Error parsing commandline option input-ipc-client: option not found"\nexit 1\n';
    await Deno.writeTextFile(program, `#!/bin/sh\n${text}`, { mode: 0o755 });
    const sentence = "mpv 0.32.0 is too old: mpv 0.33 or later is required";
    const start = (mpv: MpvChoice): Promise<MpvHost> =>
      MpvHost.start({ mpv, directory, environment: () => undefined });
    const failure = await assertRejects(
      () => start({ kind: "start", program: { program, args: [] } }),
      Error,
    );
    assertEquals(failure.message, sentence);

    const socket = `${directory}/socket`;
    const listener = Deno.listen({ transport: "unix", path: socket });
    const serving = (async () => {
      const connection = await listener.accept();
      const lines = connection.readable.pipeThrough(new TextDecoderStream());
      const writer = connection.writable.getWriter();
      for await (const line of lines) {
        const { command, request_id } = JSON.parse(line);
        const data = command[1] === "mpv-version" ? "mpv 0.32.0" : "";
        await writer.write(
          new TextEncoder().encode(`${JSON.stringify({ request_id, error: "success", data })}\n`),
        );
      }
    })();
    const refusal = await assertRejects(() => start({ kind: "attach", socket }), Error);
    assertEquals(refusal.message, sentence);
    await serving;
    listener.close();
    await Deno.remove(directory, { recursive: true });
  },
});

Deno.test({
  name: "the error about a socket without mpv names it and the option that makes mpv listen on it",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
    const socket = `${directory}/socket`;
    const attach = () =>
      MpvHost.start({ mpv: { kind: "attach", socket }, directory, environment: () => undefined });
    const { message } = await assertRejects(attach, Error);
    assertEquals(
      message,
      `no mpv listens on ${socket}; start one with mpv --idle --input-ipc-server=${socket}`,
    );
    await Deno.remove(directory, { recursive: true });
  },
});

mpvTest("when mpv does not start, the error contains its message", async () => {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
  const start = (program: string, args: readonly string[]): Promise<MpvHost> =>
    MpvHost.start({
      mpv: { kind: "start", program: { program, args } },
      directory,
      environment: () => undefined,
    });
  await assertRejects(() => start("mpv", ["--no-such-option"]), Error, "no-such-option");
  await assertRejects(() => start(`${directory}/mpv`, []), Error, "could not be started");
  await Deno.remove(directory, { recursive: true });
});

mpvTest(
  "when mpv is killed while it is paused, the track stands at its place again without a signal",
  async () => {
    await using test = await TestHost.start();
    const [path = ""] = await test.tracks(1, 60);
    await test.host.load([path]);
    await test.plays(path);
    await test.host.playback.seek({ position: 20 }, undefined);
    await test.host.playback.pause({ paused: true }, undefined);
    const told = (): string[] =>
      test.signals.all.map(({ name }) => name).filter((name) => /track|Stopped|Paused/.test(name));
    const before = told();
    kill(test);
    await test.heard((sentence) => sentence === "mpv is running again");
    await eventually(async () => {
      const { state, position } = await test.act("player.playback.state", {});
      assertEquals([state, Math.round(position)], ["paused", 20]);
    });
    assertEquals(told(), before);
    await test.host.playback.pause({ paused: false }, undefined);
    await test.signal("signal.playbackPaused", (params) => "paused" in params && !params.paused);
  },
);

mpvTest("a radio goes on with its next track when mpv is killed", async () => {
  await using test = await TestHost.start();
  const [first = "", second = ""] = await test.tracks(2, 60);
  await test.call("jitQueue.preloadBatch", { urls: [first, second] });
  await test.plays(first);
  kill(test);
  await test.plays(second);
  assertEquals((await test.event("jitQueue:error")).data, {
    trackId: first,
    error: "mpv ended unexpectedly",
    path: first,
  });
  assertEquals((await test.call("jitQueue.getState")).currentTrackId, second);
});

mpvTest("mpv opens the next stream early, unless a flag says otherwise", async () => {
  for (const [options, expected] of [[{}, true], [{ prefetch: false }, false]] as const) {
    await using test = await TestHost.start(options);
    assertEquals(await test.inMpv("get_property", "prefetch-playlist"), expected);
  }
});

/** The options of an mpv that opens no device for its sound. */
const noSound = ["--ao=pcm", "--ao-pcm-file=/nowhere/sound.wav"];

mpvTest(
  "without a device for sound no track starts, and ten failures in a row exhaust the list",
  async () => {
    await using test = await TestHost.start({ args: noSound });
    await test.call("jitQueue.preloadBatch", { urls: await test.tracks(15, 60) });
    await test.event("jitQueue:listExhausted");
    const all = test.events.all.map(({ event }) => event);
    const before = all.slice(0, all.indexOf("jitQueue:listExhausted"));
    assertEquals(before.filter((event) => event === "jitQueue:error").length, 10);
    assertEquals((await test.call("jitQueue.getState")).state, "Exhausted");
    assertEquals(test.signals.all.filter(({ name }) => name === "signal.trackStarted"), []);
  },
);

for (const args of [noSound, ["--no-audio"]]) {
  mpvTest(`a video starts without sound: ${args.join(" ")}`, async () => {
    await using test = await TestHost.start({ args });
    const path = `${test.directory}/video.y4m`;
    const frame = `FRAME\n${"\x80".repeat(24)}`;
    const video = `YUV4MPEG2 W4 H4 F10:1 Ip A1:1 C420jpeg\n${frame.repeat(600)}`;
    await Deno.writeFile(path, Uint8Array.from(video, (character) => character.charCodeAt(0)));
    await test.call("jitQueue.playNow", { trackId: "video", url: path });
    assertEquals((await test.event("jitQueue:trackChanged")).data, { trackId: "video", title: "" });
    assertEquals((await test.act("player.playback.state", {})).state, "playing");
  });
}
