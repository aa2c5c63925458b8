/** Checks a player against the rules and restores the user's state. */

import type { ActionAnswer } from "../../host_stdio/api/native_actions.ts";
import {
  ActionMissing,
  BridgeSeat,
  type Pipes,
  PlayerGone,
  RuleBroken,
  type Timeouts,
} from "./bridge_seat.ts";
import { Check, NothingToCheck, type Reach, type Rule } from "./rule.ts";
import { rules } from "./rules.ts";

/** The result of one rule. */
export type Outcome =
  & { readonly rule: string; readonly says: string }
  & (
    | { readonly outcome: "passed" }
    | { readonly outcome: "left out"; readonly reason: string }
    | { readonly outcome: "failed"; readonly reason: string; readonly sent: string; readonly came: string }
  );

/** The result of a check. */
export interface Report {
  readonly player: { readonly name: string; readonly version: string } | null;
  /** The native actions in `bridge.initialize`; null when the player lists none. */
  readonly claimed: readonly string[] | null;
  readonly rules: readonly Outcome[];
  /** User state that could not be restored. */
  readonly notRestored: readonly string[];
}

/** Settings of a check. */
export interface CheckOptions {
  /** The largest reach; each includes those before it. */
  readonly reach: Reach;
  /** Paths of playable media. */
  readonly media: readonly string[];
  /** Paths of WAV files of two seconds; none by default, which leaves out the rules about the timeline. */
  readonly short?: readonly string[];
  /** The longest duration of these files, in seconds; by default that of the check's own. */
  readonly shortSeconds?: number | undefined;
  readonly panel?: string | undefined;
  /** How long the player is watched after an answer, in milliseconds; 500 by default. */
  readonly watchMs?: number | undefined;
  readonly timeouts: Timeouts;
  /** The rules to check; all by default. */
  readonly rules?: readonly Rule[];
  /** Called with each result. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

const reaches: readonly Reach[] = ["own", "user", "windows"];
const flags: Readonly<Record<Reach, string>> = { own: "", user: "--invasive", windows: "--windows" };

/** Checks the player at the other end of two pipes. */
export async function checkPlayer(pipes: Pipes, options: CheckOptions): Promise<Report> {
  const seat = new BridgeSeat(pipes, options.timeouts);
  const listening = seat.listen();
  await seat.begin();
  const { media, panel, short, shortSeconds, watchMs } = options;
  const check = new Check(seat, media, panel, short, shortSeconds, watchMs);
  const outcomes: Outcome[] = [];
  const before = options.reach === "own" ? undefined : await UserState.read(seat);
  await before?.replace(check);
  let playlists = await attempt(() => check.usersPlaylists());
  for (const rule of options.rules ?? rules) {
    let outcome = await checkRule(rule, check, options.reach);
    if (outcome.outcome !== "left out" && !seat.gone) {
      await before?.restoreQueue(seat);
      const after = await attempt(() => check.usersPlaylists());
      const changed = after && playlists && difference(playlists, after);
      if (changed && outcome.outcome === "passed") {
        outcome = failed(rule, `a playlist of the user has changed: ${changed}`, seat);
      }
      playlists = after;
    }
    outcomes.push(outcome);
    options.onOutcome?.(outcome);
    if (seat.gone) break;
  }
  const notRestored = await before?.restore(seat) ?? [];
  try {
    await check.removePlaylists();
  } catch (error) {
    if (!isPlayersFault(error)) throw error;
    notRestored.push("the playlists of the check, which are still there");
  }
  await seat.end();
  // The player may keep its pipe open.
  void listening;
  return {
    player: seat.player ?? null,
    claimed: seat.claimed ? [...seat.claimed] : null,
    rules: outcomes,
    notRestored,
  };
}

/** The first playlist that is not as it was, as JSON before and after; undefined without one. */
function difference(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string | undefined {
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)];
    if (was !== is) return `${id} was ${was ?? "not there"}, and is ${is ?? "not there"}`;
  }
  return undefined;
}

function failed({ name, says }: Rule, reason: string, seat: BridgeSeat): Outcome {
  const { sent = "nothing", came = "nothing" } = seat.last ?? {};
  return { rule: name, says, outcome: "failed", reason, sent, came };
}

async function checkRule(rule: Rule, check: Check, reach: Reach): Promise<Outcome> {
  const { name, says } = rule;
  const of = { rule: name, says };
  const { seat } = check;
  if (reaches.indexOf(rule.reach) > reaches.indexOf(reach)) {
    return { ...of, outcome: "left out", reason: `needs ${flags[rule.reach]}` };
  }
  seat.last = undefined;
  try {
    await rule.check(check);
    return { ...of, outcome: "passed" };
  } catch (error) {
    if (error instanceof ActionMissing || error instanceof NothingToCheck) {
      return { ...of, outcome: "left out", reason: error.message };
    }
    if (isPlayersFault(error)) return failed(rule, error.message, seat);
    throw error;
  }
}

/** Whether an error says what the player has done wrong. */
function isPlayersFault(error: unknown): error is RuleBroken | PlayerGone {
  return error instanceof RuleBroken || error instanceof PlayerGone;
}

/** The parts of the user's state that rules change; undefined for what the player does not have. */
interface State {
  readonly order: number | undefined;
  readonly volume: { readonly level: number; readonly muted: boolean } | undefined;
  readonly active: string | null | undefined;
  readonly nowPlaying: ActionAnswer<"player.playback.nowPlaying"> | undefined;
  readonly queued: readonly string[] | undefined;
  readonly clipboard: ActionAnswer<"player.clipboard.read"> | undefined;
  readonly selection: ActionAnswer<"player.selection.get"> | undefined;
}

/** The user's state before the check. */
class UserState {
  private constructor(readonly state: State) {}

  static async read(seat: BridgeSeat): Promise<UserState> {
    const order = (await attempt(() => seat.ask("player.playback.setOrder", { order: 0 })))?.previous;
    if (order !== undefined) await attempt(() => seat.ask("player.playback.setOrder", { order }));
    return new UserState({
      order,
      volume: await attempt(() => seat.ask("player.playback.state", {})),
      active: (await attempt(() => seat.ask("player.playlist.list", {})))?.active,
      nowPlaying: await attempt(() => seat.ask("player.playback.nowPlaying", {})),
      queued: await queuedIds(seat),
      clipboard: await attempt(() => seat.ask("player.clipboard.read", {})),
      selection: await attempt(() => seat.ask("player.selection.get", { offset: 0, limit: null })),
    });
  }

  /** Puts a state in its place of which no part is the usual one, so that a player that forgets a part is noticed. */
  async replace(check: Check): Promise<void> {
    const { seat } = check;
    await attempt(() => seat.ask("player.playback.setOrder", { order: 1 }));
    await attempt(() => seat.ask("player.playback.setVolume", { level: 0.3, muted: true }));
    // The rules about the selection report a player that refuses.
    await attempt(() => check.selectOwn());
  }

  /** Removes the entries that a rule has queued. */
  async restoreQueue(seat: BridgeSeat): Promise<void> {
    const before = this.state.queued;
    const entries = before && (await queuedIds(seat))?.filter((id) => !before.includes(id));
    if (!entries || entries.length === 0) return;
    await attempt(() => seat.ask("player.queue.remove", { entries }));
  }

  /** Restores the state. Returns the parts that could not be restored. */
  async restore(seat: BridgeSeat): Promise<string[]> {
    const lost: string[] = [];
    const step = async (what: string, action: () => Promise<unknown>): Promise<void> => {
      try {
        await action();
      } catch (error) {
        // Without the action, no rule has changed this part.
        if (isPlayersFault(error)) lost.push(what);
        else if (!(error instanceof ActionMissing)) throw error;
      }
    };
    const { order, volume, nowPlaying, active, clipboard, selection } = this.state;
    if (order !== undefined) {
      await step("the playback order", () => seat.ask("player.playback.setOrder", { order }));
    }
    if (volume) {
      const { level, muted } = volume;
      await step("the volume", () => seat.ask("player.playback.setVolume", { level, muted }));
    }
    const { playlist, item } = nowPlaying ?? {};
    if (typeof playlist === "string" && typeof item === "number") {
      await step("the playing track", () => seat.ask("player.playback.play", { playlist, item }));
    } else if (nowPlaying?.track) {
      lost.push("the playing track, whose place the player does not know");
    } else if (nowPlaying) {
      await attempt(() => seat.ask("player.playback.stop", {}));
    }
    if (typeof active === "string") {
      await step("the active playlist", () => seat.ask("player.playlist.activate", { playlist: active }));
    }
    if (clipboard) {
      const formats = [
        ...clipboard.text === null ? [] : [{ format: "text", data: clipboard.text }],
        ...clipboard.files === null ? [] : [{ format: "files", data: clipboard.files }],
      ];
      await step("the clipboard", () => seat.ask("player.clipboard.write", { formats }));
      if (clipboard.hasImage) lost.push("the image on the clipboard");
    }
    const handles = selection?.handles;
    if (handles && handles.length > 0) {
      await step("the selection", () => seat.ask("player.selection.set", { handles }));
    }
    return lost;
  }
}

async function queuedIds(seat: BridgeSeat): Promise<string[] | undefined> {
  const answer = await attempt(() => seat.ask("player.queue.get", {}));
  return answer?.entries.map(({ entry }) => entry);
}

/** Returns an answer; undefined when the player fails, which a rule reports. */
async function attempt<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isPlayersFault(error) || error instanceof ActionMissing || error instanceof NothingToCheck) {
      return undefined;
    }
    throw error;
  }
}
