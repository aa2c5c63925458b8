/**
 * What a bridge changes in the user's player for its own playlist, and how it is given back when the bridge has gone
 * (native-actions.md, "What a bridge changes for its own playlist").
 */

import {
  type ActionAnswer,
  type ActionName,
  type ActionParams,
  nativeActions,
} from "../../host_stdio/api/native_actions.ts";
import { type AnySchema, checkValue, type OutputOf, schemaOf } from "../../host_stdio/schema_check.ts";

/** The name of the playlist from which a bridge plays (decisions.md, "jitQueue"). */
export const SHADOW_NAME = "__webview_buffer__";

/** The default playback order, which a bridge sets for its own playlist. */
const DEFAULT_ORDER = 0;

/** Asks the player. Returns undefined when it fails or lacks the action. */
export type AskPlayer = <Name extends ActionName>(
  name: Name,
  params: ActionParams<Name>,
) => Promise<ActionAnswer<Name> | undefined>;

/** The user's settings that a bridge has changed. Several bridges may use it, one after the other. */
export class UserSettings {
  /** Serves the actions of the latest bridge. What an earlier one changes late is given back when this one has gone. */
  server: unknown;
  /** The user's playback order while the one that a bridge has set is in force. */
  #order: { readonly users: number; readonly own: number } | undefined;
  /** The playlists that a bridge has locked, each with the name of its lock. */
  readonly #locked = new Map<string, string>();
  /** The ids of the bridge's own playlist. */
  readonly #shadows = new Set<string>();
  /** Whether a bridge has appended to its own playlist. */
  #isFilled = false;
  /** The last active playlist of the user that the player has told; null for none. */
  #active: string | null = null;
  /** Whether a bridge's playlist may be the active one: a player may activate one that is new, or that it plays. */
  #isActivated = false;
  #givingBack: Promise<void> = Promise.resolve();

  /**
   * Remembers what a native action of a bridge has changed.
   *
   * @param params The parameters, checked.
   * @param result The player's answer. One that does not match the schema changes nothing.
   */
  note(name: ActionName, params: unknown, result: unknown): void {
    switch (name) {
      case "player.playback.setOrder":
        return noteAction(name, params, result, ({ order }, { previous }) => {
          const isOwn = this.#order?.own === previous;
          const users = this.#order && isOwn ? this.#order.users : previous;
          // With another order than the default one, a bridge gives the user's back, unless the user has chosen one since.
          const isBack = order === users || order !== DEFAULT_ORDER && (isOwn || this.#order === undefined);
          this.#order = isBack ? undefined : { users, own: order };
        });
      case "player.playlist.lock":
        return noteAction(name, params, result, ({ playlist, name, locked }) => {
          if (locked) this.#locked.set(playlist, name);
          else this.#locked.delete(playlist);
        });
      case "player.playlist.list":
        return noteAction(name, params, result, (_, { active, playlists }) => {
          for (const { id, name } of playlists) if (name === SHADOW_NAME) this.#shadows.add(id);
          if (active === null || !this.#shadows.has(active)) this.#active = active;
        });
      case "player.playlist.create":
        return noteAction(name, params, result, ({ name }, { playlist }) => {
          if (name !== SHADOW_NAME) return;
          this.#shadows.add(playlist);
          this.#isActivated = true;
        });
      case "player.playback.play":
        return noteAction(name, params, result, ({ playlist }) => {
          if (this.#shadows.has(playlist)) this.#isActivated = true;
        });
      case "player.playlist.append":
        return noteAction(name, params, result, ({ playlist }) => {
          if (this.#shadows.has(playlist)) this.#isFilled = true;
        });
      case "player.playlist.activate":
        return noteAction(name, params, result, ({ playlist }) => {
          this.#isActivated = this.#shadows.has(playlist);
        });
    }
  }

  /**
   * Gives everything back: the order, unless the user has chosen another one meanwhile; the locks; the active playlist,
   * or the first other one when it is gone. Removes every item of the bridge's own playlist but the playing one.
   *
   * @param ask Asks the player.
   * @returns Settles when the player has answered everything; never rejected.
   */
  giveBack(ask: AskPlayer): Promise<void> {
    const before = this.#givingBack;
    return this.#givingBack = before.then(async () => {
      await Promise.all([this.#giveOrder(ask), this.#unlock(ask), this.#leaveShadow(ask)]);
    });
  }

  async #giveOrder(ask: AskPlayer): Promise<void> {
    const order = this.#order;
    this.#order = undefined;
    if (order === undefined) return;
    const answer = await ask("player.playback.setOrder", { order: order.users });
    // The order in force was not the bridge's: the user has chosen it.
    if (answer && answer.previous !== order.own) {
      await ask("player.playback.setOrder", { order: answer.previous });
    }
  }

  async #unlock(ask: AskPlayer): Promise<void> {
    const locked = [...this.#locked];
    this.#locked.clear();
    await Promise.all(
      locked.map(([playlist, name]) => ask("player.playlist.lock", { playlist, name, locked: false })),
    );
  }

  async #leaveShadow(ask: AskPlayer): Promise<void> {
    const [isActivated, isFilled] = [this.#isActivated, this.#isFilled];
    this.#isActivated = this.#isFilled = false;
    if (!isActivated && !isFilled) return;
    const list = await ask("player.playlist.list", {});
    // One that the user has given another name is the user's.
    const shadow = list?.playlists.find(({ id, name }) => this.#shadows.has(id) && name === SHADOW_NAME);
    if (!list || !shadow) return;
    if (isFilled && shadow.count > 0) await removeSilent(ask, shadow.id, shadow.count);
    if (!isActivated || list.active !== shadow.id) return;
    const others = list.playlists.filter(({ id }) => !this.#shadows.has(id));
    const wanted = others.find(({ id }) => id === this.#active) ?? others[0];
    if (wanted) await ask("player.playlist.activate", { playlist: wanted.id });
  }
}

/** Removes every item of a playlist but the playing one. When the player does not know that one, all items stay. */
async function removeSilent(ask: AskPlayer, playlist: string, count: number): Promise<void> {
  const now = await ask("player.playback.nowPlaying", {});
  if (!now) return;
  if (now.track === null || now.playlist !== null && now.playlist !== playlist) {
    await ask("player.playlist.remove", { playlist, start: 0, count });
  } else if (now.playlist === playlist && now.item !== null && now.item < count) {
    const after = now.item + 1;
    // The followers first: the player may be about to play one.
    if (after < count) await ask("player.playlist.remove", { playlist, start: after, count: count - after });
    if (now.item > 0) await ask("player.playlist.remove", { playlist, start: 0, count: now.item });
  }
}

/** Calls a function with an action's parameters and answer, unless the answer does not match its schema. */
function noteAction<Name extends ActionName>(
  name: Name,
  params: unknown,
  result: unknown,
  note: (
    params: OutputOf<ReturnType<(typeof nativeActions)[Name]["params"]>>,
    answer: OutputOf<ReturnType<(typeof nativeActions)[Name]["answer"]>>,
  ) => void,
): void {
  const make: () => AnySchema = nativeActions[name].answer;
  const answer = checkValue(schemaOf(make), result);
  // The values were checked against the schemas of this action.
  if (!answer.misfit) note(params as never, answer.value as never);
}
