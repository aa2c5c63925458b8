import { assertEquals } from "@std/assert";
import { spawnBridge, type SpawnedBridge } from "../../mod.ts";
import { ReferencePlayer } from "../../players/reference/mod.ts";
import { inDirectory, isWindows } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(300_000);

const SHADOW = "__webview_buffer__";

function start(player: ReferencePlayer, directory: string): SpawnedBridge {
  const bridge = spawnBridge({ directory, actions: player.actions });
  const stop = player.onSignal((signal) => bridge.signal(signal));
  void bridge.ended.then(stop);
  return bridge;
}

/** Plays a track for a page, and waits until it is the current one. */
async function playNow(bridge: SpawnedBridge, trackId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const off = bridge.on("jitQueue:trackChanged", (data) => {
    if (data.trackId === trackId) resolve();
  });
  const url = `http://radio.example/${trackId}`;
  const result = await bridge.invoke("jitQueue.playNow", { trackId, url }, { panel: "radio" });
  assertEquals(result.success, true);
  await promise;
  off();
}

/** Returns the user's playlists with their items. */
function usersPlaylists(player: ReferencePlayer) {
  return player.facts.playlists.filter(({ name }) => name !== SHADOW).map((playlist) => ({
    name: playlist.name,
    lock: playlist.lock,
    tracks: playlist.tracks(),
  }));
}

for (const signal of ["SIGTERM", "SIGKILL"] as const) {
  Deno.test({
    name:
      `a radio goes on with a new bridge when the old one was ended by ${signal}, and the user's playlists stay unchanged`,
    ignore: isWindows,
    fn: () =>
      inDirectory(async (directory) => {
        const player = new ReferencePlayer();
        player.user.setOrder(4);
        const before = usersPlaylists(player);

        const first = start(player, directory);
        await playNow(first, "a");
        assertEquals(player.facts.playbackOrder, 0);
        first.process.kill(signal);
        await first.ended;
        await first.close();
        assertEquals(player.facts.playbackOrder, 4);
        assertEquals(player.facts.nowPlaying?.handle.path, "http://radio.example/a");

        const second = start(player, directory);
        assertEquals((await second.invoke("jitQueue.getState")).state, "Idle");
        await playNow(second, "b");
        assertEquals(player.facts.nowPlaying?.handle.path, "http://radio.example/b");
        // It is answered when the older items are removed.
        assertEquals((await second.invoke("jitQueue.stop", { clearBuffer: false })).success, true);
        assertEquals(
          player.facts.playlists.filter(({ name }) => name === SHADOW).map(({ tracks }) => tracks()),
          [
            [{ path: "http://radio.example/b", subsong: 0 }],
          ],
        );
        assertEquals(player.facts.playbackOrder, 4);
        assertEquals(usersPlaylists(player), before);
        await second.close();
        player.close();
      }),
  });
}
