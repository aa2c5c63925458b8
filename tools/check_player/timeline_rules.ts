/**
 * The rules for the timeline of playback (docs/native-actions.md, "The timeline of playback"), driven with tracks of two
 * seconds.
 */

import type { SignalMessage } from "../../host_stdio/api/signals.ts";
import { RuleBroken } from "./bridge_seat.ts";
import { type Check, NothingToCheck, type Rule } from "./rule.ts";

/** How much of a track is left to play after {@linkcode hurry}, in seconds. */
const LEFT_SECONDS = 0.5;

/** What a part of the timeline has to look like. */
interface Step {
  /** The signal as {@linkcode described} writes it. */
  readonly is: string;
  /** Whether a player may leave it out: the bridge is tolerant there. */
  readonly mayMiss?: boolean;
}

/** Writes a signal of the timeline as a short text; undefined for one that does not belong to it. */
function described(signal: SignalMessage): string | undefined {
  if (signal.name === "signal.trackFailed") return `trackFailed ${signal.params.item}`;
  if (signal.name === "signal.playbackStopped") return `playbackStopped ${signal.params.reason}`;
  if (signal.name !== "signal.trackStarted") return undefined;
  const { item, cause, paused } = signal.params;
  return `trackStarted ${item}${cause ? ` ${cause}` : ""}${paused === true ? " paused" : ""}`;
}

/** The signals of the timeline since a position, as short texts. */
export function timeline({ seat }: Check, since: number): string[] {
  return seat.signals.flatMap(({ signal, at }) => at >= since ? described(signal) ?? [] : []);
}

/** Compares a timeline with what it has to be. A player that tells no causes leaves them out everywhere. */
export function compare(came: readonly string[], wanted: readonly Step[]): void {
  const cause = /^(trackStarted \S+) (?:queue|advance|user|action)\b/;
  const tellsCauses = came.some((each) => cause.test(each));
  const texts = wanted.map(({ is, mayMiss }) => ({
    is: tellsCauses ? is : is.replace(cause, "$1"),
    mayMiss,
  }));
  let at = 0;
  for (const { is, mayMiss } of texts) {
    if (came[at] === is) at++;
    else if (!mayMiss) break;
  }
  const required = texts.filter(({ mayMiss }) => !mayMiss).length;
  if (at === came.length && came.length >= required) return;
  const list = (each: readonly string[]): string => each.length === 0 ? "nothing" : each.join(", ");
  throw new RuleBroken(
    `the signals are ${list(came)}, and have to be ${list(texts.map(({ is }) => is))}`,
  );
}

const another: Step = { is: "playbackStopped startingAnother", mayMiss: true };

/** Plays the first of three short tracks in the default order, and restores the order. Another track may play before. */
async function withShortTracks(
  check: Check,
  run: (playlist: string, since: number) => Promise<void>,
): Promise<void> {
  const { seat } = check;
  if (check.short.length === 0) throw new NothingToCheck("the check has no short tracks");
  if (check.shortPlaylist === undefined) {
    const { resolved } = await seat.ask("player.media.resolve", { paths: check.short });
    if (resolved.some((handles) => handles.length !== 1)) {
      throw new NothingToCheck("the player does not resolve the check's own WAV files");
    }
    const created = await check.create();
    await check.append(created, resolved.flat());
    check.shortPlaylist = created;
  }
  const playlist = check.shortPlaylist;
  await check.inOrder(async () => {
    const since = await check.play(playlist, 0);
    const { track } = await seat.ask("player.playback.nowPlaying", {});
    if (!track || track.duration <= 0 || track.duration > check.shortSeconds) {
      throw new NothingToCheck("the player does not play the check's own WAV files, or not in their length");
    }
    await run(playlist, since);
  });
}

/** Goes near the end of the playing track, so that it ends soon. A player that cannot seek plays it to its end. */
async function hurry({ seat }: Check): Promise<void> {
  if (!seat.claimed?.has("player.playback.seek")) return;
  const { length } = await seat.ask("player.playback.state", {});
  await seat.request("player.playback.seek", { position: Math.max(0, length - LEFT_SECONDS) });
}

/** Waits for the end of playback, at the end of a short track or before. */
function stopped({ seat }: Check, since: number): Promise<unknown> {
  return seat.signal("signal.playbackStopped", since, ({ reason }) => reason !== "startingAnother");
}

/** The rules for the timeline of playback. */
export const timelineRules: readonly Rule[] = [
  {
    name: "tracks start, take each other's place, follow each other and end as the timeline says",
    says: "a track ends and another follows by itself",
    reach: "user",
    check: (check) =>
      withShortTracks(check, async (playlist, since) => {
        await check.play(playlist, 1);
        await hurry(check);
        await check.started(since, playlist, 2);
        await hurry(check);
        await stopped(check, since);
        await check.watch();
        compare(timeline(check, since), [
          another,
          { is: "trackStarted 0 action" },
          another,
          { is: "trackStarted 1 action" },
          another,
          { is: "trackStarted 2 advance" },
          { is: "playbackStopped endOfFile" },
        ]);
      }),
  },
  {
    name: "a queued track follows with the cause queue, after signal.queueChanged",
    says: "the same, and the follower comes from the queue",
    reach: "user",
    check: (check) =>
      withShortTracks(check, async (playlist, since) => {
        const { seat } = check;
        await seat.ask("player.queue.append", { entries: [{ playlist, item: 2 }] });
        const queued = seat.position;
        await hurry(check);
        await check.started(since, playlist, 2);
        // The player decides what follows the queued track.
        compare(timeline(check, since), [
          another,
          { is: "trackStarted 0 action" },
          another,
          { is: "trackStarted 2 queue" },
        ]);
        const heard = seat.signals.filter(({ at }) => at >= queued).map(({ signal }) => signal.name);
        const [changed, start] = [heard.indexOf("signal.queueChanged"), heard.indexOf("signal.trackStarted")];
        // Only the extension `playback` has the signal.
        if (
          changed > start || (changed < 0 && seat.claimed?.has("player.playback.state"))
        ) throw new RuleBroken("signal.queueChanged comes after signal.trackStarted");
      }),
  },
  {
    name: "the end of the track after which the user wants to stop has the reason user",
    says: "stop, or the end of the track after which the user wants to stop",
    reach: "user",
    check: (check) =>
      withShortTracks(check, async (_playlist, since) => {
        const { seat } = check;
        await seat.ask("player.playback.setStopAfterCurrent", { enabled: true });
        try {
          await hurry(check);
          await stopped(check, since);
          await check.watch();
          compare(timeline(check, since), [
            another,
            { is: "trackStarted 0 action" },
            { is: "playbackStopped user" },
          ]);
        } finally {
          await seat.ask("player.playback.setStopAfterCurrent", { enabled: false });
        }
      }),
  },
  {
    name: "next while paused says whether the next track stands",
    says: "next while paused, in a player that stays paused",
    reach: "user",
    check: (check) =>
      withShortTracks(check, async (playlist) => {
        const { seat, same } = check;
        await seat.ask("player.playback.pause", { paused: true });
        const since = seat.position;
        await seat.ask("player.playback.next", {});
        // A player may open nothing until it is resumed.
        const opens = await check.started(since, playlist, 1).then(() => true, () => false);
        if (!opens) return;
        const { state } = await seat.ask("player.playback.state", {});
        const [start] = timeline(check, since).filter((each) => each.startsWith("trackStarted 1"));
        same(
          `whether ${start} says paused, while the state is ${state},`,
          start?.endsWith(" paused"),
          state === "paused",
        );
        compare(timeline(check, since), [
          another,
          { is: `trackStarted 1 advance${state === "paused" ? " paused" : ""}` },
        ]);
      }),
  },
];
