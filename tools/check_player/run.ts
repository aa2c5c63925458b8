/**
 * Checks a player against the rules and restores the user's state.
 *
 * @module
 */

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
  readonly panel?: string | undefined;
  readonly timeouts: Timeouts;
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
  const check = new Check(seat, { short: [], ...options });
  const outcomes: Outcome[] = [];
  const isInvasive = options.reach !== "own";
  const before = isInvasive ? await UserState.read(seat) : undefined;
  for (const rule of rules) {
    const outcome = await checkRule(rule, check, options.reach);
    outcomes.push(outcome);
    options.onOutcome?.(outcome);
    await before?.restoreQueue(seat);
  }
  const notRestored = [...await before?.restore(seat) ?? [], ...await emptied(check)];
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

async function checkRule(rule: Rule, check: Check, reach: Reach): Promise<Outcome> {
  const { name, says, needs } = rule;
  const of = { rule: name, says };
  const { seat } = check;
  if (reaches.indexOf(rule.reach) > reaches.indexOf(reach)) {
    return { ...of, outcome: "left out", reason: `needs ${flags[rule.reach]}` };
  }
  const missing = needs.find((action) => !seat.claims(action));
  if (missing !== undefined) {
    return { ...of, outcome: "left out", reason: `the player does not carry out ${missing}` };
  }
  seat.last = undefined;
  try {
    await rule.check(check);
    return { ...of, outcome: "passed" };
  } catch (error) {
    if (error instanceof ActionMissing || error instanceof NothingToCheck) {
      return { ...of, outcome: "left out", reason: error.message };
    }
    if (error instanceof RuleBroken || error instanceof PlayerGone) {
      const { sent = "nothing", came = "nothing" } = seat.last ?? {};
      return { ...of, outcome: "failed", reason: error.message, sent, came };
    }
    throw error;
  }
}

/** The user's state before the check. */
class UserState {
  readonly #order: number | undefined;
  readonly #active: string | null | undefined;
  readonly #nowPlaying: ActionAnswer<"player.playback.nowPlaying"> | undefined;
  readonly #queued: readonly string[] | undefined;
  readonly #clipboard: ActionAnswer<"player.clipboard.read"> | undefined;
  readonly #selection: ActionAnswer<"player.selection.get"> | undefined;

  private constructor(state: {
    order: number | undefined;
    active: string | null | undefined;
    nowPlaying: ActionAnswer<"player.playback.nowPlaying"> | undefined;
    queued: readonly string[] | undefined;
    clipboard: ActionAnswer<"player.clipboard.read"> | undefined;
    selection: ActionAnswer<"player.selection.get"> | undefined;
  }) {
    this.#order = state.order;
    this.#active = state.active;
    this.#nowPlaying = state.nowPlaying;
    this.#queued = state.queued;
    this.#clipboard = state.clipboard;
    this.#selection = state.selection;
  }

  static async read(seat: BridgeSeat): Promise<UserState> {
    const order = (await attempt(() => seat.ask("player.playback.setOrder", { order: 0 })))?.previous;
    if (order !== undefined) await attempt(() => seat.ask("player.playback.setOrder", { order }));
    return new UserState({
      order,
      active: (await attempt(() => seat.ask("player.playlist.list", {})))?.active,
      nowPlaying: await attempt(() => seat.ask("player.playback.nowPlaying", {})),
      queued: await queuedIds(seat),
      clipboard: await attempt(() => seat.ask("player.clipboard.read", {})),
      selection: await attempt(() => seat.ask("player.selection.get", { offset: 0, limit: null })),
    });
  }

  /** Removes the entries that a rule has queued. */
  async restoreQueue(seat: BridgeSeat): Promise<void> {
    const before = this.#queued;
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
        if (error instanceof RuleBroken || error instanceof PlayerGone) lost.push(what);
        else if (!(error instanceof ActionMissing)) throw error;
      }
    };
    const order = this.#order;
    if (order !== undefined) {
      await step("the playback order", () => seat.ask("player.playback.setOrder", { order }));
    }
    const { playlist, item } = this.#nowPlaying ?? {};
    if (typeof playlist === "string" && typeof item === "number") {
      await step("the playing track", () => seat.ask("player.playback.play", { playlist, item }));
    } else if (this.#nowPlaying?.track) {
      lost.push("the playing track, whose place the player does not know");
    } else if (this.#nowPlaying) {
      await attempt(() => seat.ask("player.playback.stop", {}));
    }
    const active = this.#active;
    if (typeof active === "string") {
      await step("the active playlist", () => seat.ask("player.playlist.activate", { playlist: active }));
    }
    const clipboard = this.#clipboard;
    if (clipboard) {
      const formats = [
        ...clipboard.text === null ? [] : [{ format: "text", data: clipboard.text }],
        ...clipboard.files === null ? [] : [{ format: "files", data: clipboard.files }],
      ];
      await step("the clipboard", () => seat.ask("player.clipboard.write", { formats }));
      if (clipboard.hasImage) lost.push("the image on the clipboard");
    }
    const handles = this.#selection?.handles;
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

/** Removes the check's own playlist, or empties it if the player cannot. */
async function emptied(check: Check): Promise<string[]> {
  try {
    const playlist = await check.emptyPlaylist();
    if (check.seat.claims("player.playlist.delete")) {
      await attempt(() => check.seat.ask("player.playlist.delete", { playlist }));
    }
    return [];
  } catch (error) {
    if (error instanceof ActionMissing) return [];
    return ["the tracks in the playlist of the check"];
  }
}

/** Returns an answer; undefined when the player fails, which a rule reports. */
async function attempt<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RuleBroken || error instanceof ActionMissing || error instanceof PlayerGone) {
      return undefined;
    }
    throw error;
  }
}
