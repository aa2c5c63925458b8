/**
 * The messages between the page and the server on the control socket. Panels have sockets of their own (docs/panels.md).
 */

import type * as v from "valibot";
import type { ActionAnswer } from "../host_stdio/api/native_actions.ts";
import type { NowPlaying, PlayerFacts, QueuedPlace } from "../players/model/player.ts";
import type { asks } from "./asks.ts";

/** The kind of a row of the wire. */
export type WireKind =
  /** A panel's call and its answer. */
  | "call"
  | "result"
  | "error"
  /** A native action and the player's answer. */
  | "action"
  | "actionResult"
  | "actionError"
  | "event"
  | "signal"
  /** Any other message. */
  | "notice"
  /** A call that the playground did not pass to the bridge. It was not on the wire. */
  | "refused";

/** A message between player and bridge. */
export interface WireRow {
  /** The number of the message in the order of all messages, from 1. */
  readonly seq: number;
  /** Milliseconds since 1970-01-01 UTC, with fractions. */
  readonly time: number;
  /** The receiver. */
  readonly to: "bridge" | "player";
  readonly kind: WireKind;
  /** The method, the event's name or, for an answer, the method of its call. */
  readonly name: string;
  /** The panel; undefined when the message concerns no panel or all panels. */
  readonly panel?: string | undefined;
  /** The size of the body in bytes. */
  readonly bytes: number;
  /** The beginning of the body. */
  readonly text: string;
  /** Whether `text` is the whole body. */
  readonly whole: boolean;
  /** For an answer: the row of its call (`answers`), and the milliseconds since the call (`took`). */
  readonly answers?: number | undefined;
  readonly took?: number | undefined;
  /**
   * For an action: the rows of the pending calls of its panel, the oldest ones when there are many. The protocol does not
   * say which of several calls causes an action.
   */
  readonly causes?: readonly number[] | undefined;
  /** For a panel's call: the id that the page has given it. */
  readonly callId?: number | string | undefined;
}

/** A track in a list. */
export interface TrackRow {
  readonly title: string;
  readonly artist: string;
  /** Seconds; 0 when unknown. */
  readonly duration: number;
  /** As `path|subsong:N`. */
  readonly handle: string;
}

/** The state of the player. A member is null when the player does not know. */
export interface PlayerState {
  readonly nowPlaying: (TrackRow & Omit<NowPlaying, "handle">) | null;
  readonly playlists: {
    readonly active: number | null;
    readonly list: readonly { readonly name: string; readonly count: number; readonly locked: boolean }[];
  };
  /** The first entries. */
  readonly queue: readonly (TrackRow & Omit<QueuedPlace, "handle">)[];
  readonly queueCount: number;
  readonly selection: PlayerFacts["selection"] & {
    /** The playlist that contains the selection, and the indexes of its first items there. */
    readonly playlist: number | null;
    readonly items: readonly number[];
  };
  readonly clipboard: ActionAnswer<"player.clipboard.read">;
  /** The last lines of the console. */
  readonly console: PlayerFacts["consoleLines"];
  readonly theme: ActionAnswer<"player.system.theme">;
  readonly locale: string;
  readonly overlay: PlayerFacts["overlay"];
  readonly dialogs: PlayerFacts["dialogs"];
  /** Sentences about the last popup messages, windows and menu commands. */
  readonly desktop: readonly string[];
}

/** An action of the user in the player. */
export type PlayerCommand = Ask<"act">;

export type CommandName = PlayerCommand["do"];

/** A panel of a page. */
export interface PanelInfo {
  /** The name that the bridge uses. */
  readonly name: string;
  /** The secret in the address of the panel's socket. */
  readonly key: string;
  /** The address of the frame of an existing panel; undefined for a panel of the page itself. */
  readonly frame?: string;
  /** The address of a page that shows only the existing panel. */
  readonly tab?: string;
}

export type AskName = keyof typeof asks;

/** The content of a request. */
export type Ask<Name extends AskName> = v.InferOutput<(typeof asks)[Name]>;

/** The answers to the requests of a page. */
export interface Answers extends Record<AskName, unknown> {
  readonly openPanel: PanelInfo;
  readonly closePanel: null;
  readonly tracks: readonly TrackRow[];
  readonly act: null;
  readonly body: string;
  readonly fixture: string;
  readonly restart: null;
}

/** The first message of the server. */
export interface Hello {
  readonly kind: "hello";
  readonly player: { readonly name: string; readonly commands: readonly CommandName[] };
  readonly version: string;
  /** Whether the playground has an existing panel. */
  readonly hasPanelFolder: boolean;
}

export type ServerMessage =
  | Hello
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly message: string }
  /** New rows, in order. A new page first receives all rows that are kept. */
  | { readonly kind: "wire"; readonly rows: readonly WireRow[] }
  /** The changed members of the player's state. */
  | { readonly kind: "player"; readonly state: Partial<PlayerState> }
  /** The end of the component log file. */
  | { readonly kind: "log"; readonly text: string }
  | { readonly kind: "problems"; readonly problems: readonly Problem[] }
  | BridgeState;

/** A problem of an existing panel. */
export interface Problem {
  readonly panel: string;
  /** A sentence that says where and what, and the remedy if it is known. */
  readonly text: string;
}

export interface BridgeState {
  readonly kind: "bridge";
  readonly running: boolean;
  /** The reason why the bridge does not run; "" while it runs. */
  readonly detail: string;
  /** The operations that the bridge offers, including those of plugins; undefined until it has reported them. */
  readonly operations: readonly string[] | undefined;
  /** The operations that the player does not support. */
  readonly unsupported: readonly string[];
}

/** Maximum number of rows of the wire that the server and a page keep. */
export const WIRE_ROWS = 10_000;
