/** The dialogs of panels: their state, the user's answers, and the paths that the user has chosen. */

import type { ActionReply } from "../../host_stdio/api/native_actions.ts";
import { ActionError, type ActionHandler } from "./actions.ts";

/** The parameters of `player.ui.dialog`. */
export type DialogParams = Parameters<ActionHandler<"player.ui.dialog">>[0];

/** An open dialog: the parameters of `player.ui.dialog`, its number, and its panel; null for none. */
export type OpenDialog = Exclude<DialogParams, { kind: "close" }> & {
  readonly id: number;
  readonly panel: string | null;
};

/** What a user answers; nothing to cancel. */
export type DialogAnswer = ActionReply<"player.ui.dialog">;

/**
 * A scripted user who answers each dialog.
 *
 * @param dialog The dialog that has opened.
 * @returns The answer; undefined leaves the dialog open.
 */
export type DialogUser = (dialog: OpenDialog) => DialogAnswer | undefined;

interface Waiting {
  readonly dialog: OpenDialog;
  readonly answer: (answer: DialogAnswer) => void;
}

/** The dialogs of panels. Each panel has at most one. */
export class Dialogs {
  readonly #user: DialogUser;
  readonly #waiting = new Map<string | null, Waiting>();
  /** The files and folders that the user has chosen, by panel. */
  readonly #chosen = new Map<string | null, string[]>();
  #lastId = 0;

  /** @param user The scripted user. */
  constructor(user: DialogUser) {
    this.#user = user;
  }

  /** The open dialogs, oldest first. */
  get open(): readonly OpenDialog[] {
    return [...this.#waiting.values()].map(({ dialog }) => dialog);
  }

  /** A dialog also ends when its bridge has gone. */
  readonly show = (
    params: DialogParams,
    caller: string | undefined,
    gone?: AbortSignal,
  ): DialogAnswer | Promise<DialogAnswer> => {
    const panel = caller ?? null;
    if (params.kind === "close") {
      this.#cancel(this.#waiting.get(panel));
      return {};
    }
    if (this.#waiting.has(panel)) throw new ActionError("A dialog of this panel is open");
    const dialog = { ...params, id: ++this.#lastId, panel };
    const scripted = this.#user(dialog);
    if (scripted) return this.#noted(dialog, scripted);
    const { promise, resolve } = Promise.withResolvers<DialogAnswer>();
    const waiting = { dialog, answer: resolve };
    const leave = (): void => this.#cancel(waiting);
    gone?.addEventListener("abort", leave);
    this.#waiting.set(panel, waiting);
    return promise.finally(() => gone?.removeEventListener("abort", leave));
  };

  /**
   * Answers an open dialog.
   *
   * @param answer The answer; nothing to cancel.
   * @param id The dialog; the oldest one by default.
   * @returns Whether it was open.
   */
  answer(answer: DialogAnswer, id: number | undefined = this.open[0]?.id): boolean {
    const waiting = [...this.#waiting.values()].find(({ dialog }) => dialog.id === id);
    if (!waiting) return false;
    this.#waiting.delete(waiting.dialog.panel);
    waiting.answer(this.#noted(waiting.dialog, answer));
    return true;
  }

  /** Closes the dialog of a panel and forgets what the user has chosen in it. */
  closePanel(panel: string): void {
    this.#cancel(this.#waiting.get(panel));
    this.#chosen.delete(panel);
  }

  /** Whether the user has chosen a file, or a folder that contains it, in a dialog of the panel. */
  isChosen(path: string, panel: string | undefined): boolean {
    if (path.split(/[\\/]/).includes("..")) return false;
    const chosen = this.#chosen.get(panel ?? null) ?? [];
    return chosen.some((each) => path === each || path.startsWith(each.endsWith("/") ? each : `${each}/`));
  }

  #cancel(waiting: Waiting | undefined): void {
    if (waiting) this.answer({}, waiting.dialog.id);
  }

  #noted({ kind, panel }: OpenDialog, answer: DialogAnswer): DialogAnswer {
    if (kind === "openFile" || kind === "openFolder") {
      this.#chosen.set(panel, [...this.#chosen.get(panel) ?? [], ...answer.paths ?? []]);
    }
    return answer;
  }
}
