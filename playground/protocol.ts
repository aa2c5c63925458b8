/**
 * What the playground's page and its server say to each other over the control socket. Panels have sockets of their own,
 * which carry what docs/panels.md says and nothing else.
 *
 * @module
 */

import type { OverlayRow } from "../host_stdio/shapes.ts";

/** What a line of the wire view is. */
export type WireKind =
  /** A panel's call, and its answer. */
  | "call"
  | "result"
  | "error"
  /** What the bridge asks of the player, and the player's answer. */
  | "action"
  | "actionResult"
  | "actionError"
  /** What the bridge tells panels. */
  | "event"
  /** What the player tells the bridge. */
  | "signal"
  /** Any other message without an answer, and what fits nowhere. */
  | "notice"
  /** A call that the player has not passed on: nothing of it was on the wire. */
  | "refused";

/** A message on the wire between player and bridge, as the page is told of it. */
export interface WireRow {
  /** Its place in the order of all messages, from 1. */
  readonly seq: number;
  /** When, in milliseconds since 1970-01-01 UTC, with fractions. */
  readonly time: number;
  /** Who reads it. */
  readonly to: "bridge" | "player";
  readonly kind: WireKind;
  /** The method, the event's name or, of an answer, the method of what it answers. */
  readonly name: string;
  /** The panel concerned; undefined for none or all. */
  readonly panel?: string | undefined;
  /** The size of its body in bytes. */
  readonly bytes: number;
  /** The beginning of its body. */
  readonly text: string;
  /** Whether that is all of it. */
  readonly whole: boolean;
  /** Of an answer: the row that it answers, and the milliseconds since then. */
  readonly answers?: number | undefined;
  readonly took?: number | undefined;
  /**
   * Of an action: the calls under way for its panel, by their rows, the oldest when there are many. The protocol does not
   * say which of several calls asks for an action.
   */
  readonly causes?: readonly number[] | undefined;
  /** Of a panel's call, the number that the page has given it. */
  readonly callId?: number | string | undefined;
}

/** A track as lists show it. */
export interface TrackRow {
  readonly title: string;
  readonly artist: string;
  /** Seconds; 0 when unknown. */
  readonly duration: number;
  /** As in `path|subsong:N`. */
  readonly handle: string;
}

/** What plays. */
export interface NowPlayingState extends TrackRow {
  readonly playlist: number | null;
  readonly item: number | null;
  /** Seconds from its beginning. */
  readonly position: number;
  /** Seconds; 0 when unknown. */
  readonly length: number;
  readonly paused: boolean;
}

/** The menu overlay that is open, as the bridge asked for it. */
export interface OverlayState {
  readonly menuId: string;
  readonly items: readonly OverlayRow[];
  readonly x: number | null;
  readonly y: number | null;
  readonly windowMode: string;
  readonly css: string | null;
  readonly cssReplace: boolean;
  readonly backdrop: string;
  readonly backdropDarkMode: boolean;
}

/** What a page sees of the player. A member is null where the player cannot tell. */
export interface PlayerState {
  readonly nowPlaying: NowPlayingState | null;
  readonly playlists: {
    readonly active: number | null;
    readonly list: readonly { readonly name: string; readonly count: number; readonly locked: boolean }[];
  };
  readonly queue: readonly (TrackRow & { readonly playlist: number | null; readonly item: number | null })[];
  readonly selection: {
    readonly type: string;
    readonly total: number;
    /** The playlist in which it lies, and its first items there. */
    readonly playlist: number | null;
    readonly items: readonly number[];
  };
  readonly clipboard: {
    readonly text: string | null;
    readonly files: readonly string[] | null;
    readonly hasImage: boolean;
  };
  /** The last lines of the console. */
  readonly console: readonly { readonly level: string; readonly line: string }[];
  readonly theme: {
    readonly darkMode: boolean;
    readonly accentColor: string;
    readonly transparency: boolean;
  };
  readonly locale: string;
  readonly overlay: OverlayState | null;
  /** What the player would have shown or done: popup messages, windows, menu commands. The last ones. */
  readonly desktop: readonly string[];
}

/** What a person does at the player. */
export type PlayerCommand =
  | { readonly do: "play"; readonly playlist: number; readonly item: number }
  | { readonly do: "resume" | "pause" | "stop" | "next" | "previous" }
  | { readonly do: "seek"; readonly position: number }
  | { readonly do: "activate"; readonly playlist: number }
  | { readonly do: "select"; readonly items: readonly number[] }
  | { readonly do: "queue"; readonly playlist: number; readonly items: readonly number[] }
  | { readonly do: "unqueue"; readonly index: number }
  | { readonly do: "theme"; readonly darkMode?: boolean; readonly accentColor?: string }
  | { readonly do: "locale"; readonly locale: string }
  | { readonly do: "choose"; readonly menuId: string; readonly itemId: string }
  | { readonly do: "change"; readonly menuId: string; readonly itemId: string; readonly value: number }
  | { readonly do: "dismiss"; readonly menuId: string; readonly reason: string };

/** The name of something that a person can do. */
export type CommandName = PlayerCommand["do"];

/** A panel of a page. */
export interface PanelInfo {
  /** The name that the bridge knows it by. */
  readonly name: string;
  /** What its socket is opened with; nobody else knows it. */
  readonly key: string;
  /** The address of the existing panel that is shown in a frame; undefined for a panel of the page itself. */
  readonly frame?: string | undefined;
}

/** What a page asks of the server, and what it is answered. */
export interface Asks {
  /** Makes a panel of the page. A name that is taken gets a number behind it. */
  readonly openPanel: {
    readonly ask: { readonly name: string; readonly framed: boolean };
    answer: PanelInfo;
  };
  /** Closes one of the page's own panels. */
  readonly closePanel: { readonly ask: { readonly name: string }; answer: null };
  /** The tracks of a playlist, a page of them. */
  readonly tracks: {
    readonly ask: { readonly playlist: number; readonly offset: number; readonly limit: number };
    answer: readonly TrackRow[];
  };
  /** Does something at the player. */
  readonly act: { readonly ask: PlayerCommand; answer: null };
  /** The whole body of a message on the wire. */
  readonly body: { readonly ask: { readonly seq: number }; answer: string };
  /** Messages on the wire as a fixture (docs/playground.md). */
  readonly fixture: { readonly ask: { readonly rows: readonly number[] }; answer: string };
  /** Starts the bridge anew when it has ended. */
  readonly restart: { readonly ask: Record<never, never>; answer: null };
}

/** The name of something that can be asked. */
export type AskName = keyof Asks;

/** What a page sends. */
export interface PageMessage<Name extends AskName = AskName> {
  readonly id: number;
  readonly name: Name;
  readonly ask: Asks[Name]["ask"];
}

/** What the page is told first. */
export interface Hello {
  readonly kind: "hello";
  readonly player: { readonly name: string; readonly commands: readonly CommandName[] };
  readonly version: string;
  /** Whether there is an existing panel to show. */
  readonly hasPanelFolder: boolean;
}

/** What the server sends. */
export type ServerMessage =
  | Hello
  | { readonly kind: "answer"; readonly id: number; readonly answer: unknown }
  | { readonly kind: "failure"; readonly id: number; readonly message: string }
  /** New rows, in order; the first time, what is kept of the past. */
  | { readonly kind: "wire"; readonly rows: readonly WireRow[] }
  /** What has changed of the player's state. */
  | { readonly kind: "player"; readonly state: Partial<PlayerState> }
  /** The end of the component log file. */
  | { readonly kind: "log"; readonly text: string }
  /** How the bridge is. */
  | { readonly kind: "bridge"; readonly running: boolean; readonly detail: string };

/** How many rows of the wire are kept, by the server and by a page. */
export const WIRE_ROWS = 10_000;
