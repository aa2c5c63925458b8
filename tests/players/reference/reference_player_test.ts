import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { nativeActions } from "../../../host_stdio/api/native_actions.ts";
import { systemClock } from "../../../host_stdio/clock.ts";
import { ReferencePlayer } from "../../../players/reference/mod.ts";

Deno.test("the reference player implements all native actions and nothing else", () => {
  const player = new ReferencePlayer();
  assertEquals(Object.keys(player.actions).sort(), Object.keys(nativeActions).sort());
  player.close();
});

Deno.test("the reference player uses the machine's clock by default, and leaves no timer when closed", async () => {
  const player = new ReferencePlayer({ clock: systemClock, speed: 1000 });
  const second = new Promise<void>((resolve) =>
    player.onSignal(({ name }) => name === "signal.playbackTime" && resolve())
  );
  player.user.play(0, 0);
  await second;
  player.close();
});

Deno.test("the reference player does not modify its parameters", async () => {
  const tracks = Object.freeze([Object.freeze({ path: "/a", subsong: 0 })]);
  const player = new ReferencePlayer({ playlists: Object.freeze([Object.freeze({ name: "x", tracks })]) });
  player.user.addTracks(0, tracks);
  await player.actions["player.playlist.append"]({ playlist: "playlist-1", handles: [...tracks] }, undefined);
  assertEquals(player.facts.playlists[0]?.count, 3);
  player.close();
});
