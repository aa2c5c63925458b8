/** The player: playback, lists, settings, console and desktop. */

import { Fragment, type FunctionComponent, h, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { CommandName, PlayerCommand, PlayerState, TrackRow } from "../protocol.ts";
import type { Control } from "./control.ts";
import { playTime } from "./short_text.ts";
import { button, type Children, el, useValue } from "./ui.ts";
import { VirtualList } from "./virtual_list.ts";

const TRACK_HEIGHT = 24;
/** The number of tracks per request. */
const PAGE = 100;

interface PartProps {
  readonly state: Partial<PlayerState>;
  readonly control: Control;
  /** Whether the player supports a command. */
  can(command: CommandName): boolean;
  act(command: PlayerCommand): void;
}

export const PlayerView: FunctionComponent<{ readonly control: Control }> = ({ control }) => {
  const state = useValue(control.player);
  const hello = useValue(control.hello);
  const log = useValue(control.log);
  const [notice, setNotice] = useState("");
  const commands = hello?.player.commands ?? [];
  const parts: PartProps = {
    state,
    control,
    can: (command) => commands.includes(command),
    act(command) {
      control.ask("act", command).then(() => setNotice(""), (error: Error) => setNotice(error.message));
    },
  };
  return el(
    "section",
    { class: "player", "aria-labelledby": "player-title" },
    el(
      "div",
      { class: "bar" },
      el("h2", { id: "player-title" }, hello ? `Player: ${hello.player.name}` : "Player"),
      el("span", { class: "defect", role: "status" }, notice),
    ),
    h(Transport, parts),
    h(Playlists, parts),
    h(Queue, parts),
    h(Selection, parts),
    h(Clipboard, parts),
    h(Settings, parts),
    lines("Console", (state.console ?? []).map(({ level, line }) => ({ level, line }))),
    lines("Log file", log.split("\n").filter((line) => line !== "").map((line) => ({ level: "info", line }))),
    lines("Desktop", (state.desktop ?? []).map((line) => ({ level: "info", line }))),
  );
};

const Transport: FunctionComponent<PartProps> = ({ state, can, act }) => {
  const { nowPlaying } = state;
  const known = nowPlaying && nowPlaying.length > 0;
  // While the user drags the slider, playback does not move it.
  const [dragged, setDragged] = useState<number | undefined>(undefined);
  return el(
    "div",
    { class: "transport", role: "group", "aria-label": "Playback" },
    el(
      "p",
      { class: "now" },
      el(
        "span",
        null,
        nowPlaying ? [el("strong", null, nowPlaying.title), ` ${nowPlaying.artist}`] : "Nothing plays",
      ),
      el(
        "span",
        { class: "quiet time" },
        nowPlaying ? `${playTime(nowPlaying.position)} / ${known ? playTime(nowPlaying.length) : "–"}` : "",
      ),
    ),
    el("input", {
      type: "range",
      "aria-label": "Position in the track",
      "aria-valuetext": nowPlaying
        ? `${playTime(nowPlaying.position)} of ${playTime(nowPlaying.length)}`
        : "nothing",
      min: 0,
      max: known ? nowPlaying.length : 1,
      step: "any",
      disabled: !known || !can("seek"),
      value: known ? dragged ?? nowPlaying.position : 0,
      onInput: (event) => setDragged(Number(event.currentTarget.value)),
      onChange: (event) => {
        setDragged(undefined);
        act({ do: "seek", position: Number(event.currentTarget.value) });
      },
    }),
    el(
      "div",
      { class: "bar" },
      can("previous") ? button("Previous", () => act({ do: "previous" })) : null,
      nowPlaying && !nowPlaying.paused && can("pause")
        ? button("Pause", () => act({ do: "pause" }), { class: "play" })
        : button("Play", () => act({ do: "resume" }), { class: "play", disabled: !can("resume") }),
      button("Stop", () => act({ do: "stop" }), { disabled: !can("stop") }),
      button("Next", () => act({ do: "next" }), { disabled: !can("next") }),
    ),
  );
};

const Playlists: FunctionComponent<PartProps> = (props) => {
  const { state, can, act } = props;
  const { active = null, list = [] } = state.playlists ?? {};
  const [shown, setShown] = useState<number | undefined>(undefined);
  const index = Math.min(shown ?? active ?? 0, list.length - 1);
  const playlist = list[index];
  return el(
    "div",
    { class: "playlists" },
    el(
      "div",
      { class: "bar" },
      el("label", { for: "playlist" }, "Playlist"),
      el(
        "select",
        {
          id: "playlist",
          value: String(index),
          onChange: (event) => setShown(Number(event.currentTarget.value)),
        },
        list.map(({ name, count, locked }, each) =>
          el(
            "option",
            { key: each, value: String(each) },
            `${each}: ${name} (${count})${locked ? ", locked" : ""}${each === active ? ", active" : ""}`,
          )
        ),
      ),
      button("Make active", () => act({ do: "activate", playlist: index }), {
        disabled: index === active || !playlist || !can("activate"),
      }),
    ),
    playlist
      ? h(Tracks, { ...props, key: `${index} ${playlist.name}`, playlist: index, count: playlist.count })
      : null,
  );
};

const Tracks: FunctionComponent<PartProps & { readonly playlist: number; readonly count: number }> = (
  { state, control, can, act, playlist, count },
) => {
  const pages = useRef(new Map<number, readonly TrackRow[]>());
  const [, draw] = useState({});
  const [cursor, setCursor] = useState(-1);
  const anchor = useRef(-1);
  useEffect(() => {
    pages.current.clear();
    draw({});
  }, [count]);
  const isActive = state.playlists?.active === playlist;
  const selected = new Set(state.selection?.playlist === playlist ? state.selection.items : []);
  const playing = state.nowPlaying?.playlist === playlist ? state.nowPlaying.item : null;

  const load = (from: number, to: number): void => {
    for (let page = Math.floor(from / PAGE); page * PAGE < to; page++) {
      if (pages.current.has(page)) continue;
      const asked = pages.current;
      asked.set(page, []);
      control.ask("tracks", { playlist, offset: page * PAGE, limit: PAGE }).then((rows) => {
        asked.set(page, rows);
        draw({});
      }, () => {
        // The connection is lost or the playlist was removed. The next render requests the page again.
        asked.delete(page);
      });
    }
  };
  const select = (items: readonly number[]): void => {
    if (isActive && can("select")) act({ do: "select", items });
  };
  const moveTo = (index: number, event: KeyboardEvent | MouseEvent): void => {
    setCursor(index);
    if (event.shiftKey && anchor.current >= 0) {
      const [first, last] = [Math.min(anchor.current, index), Math.max(anchor.current, index)];
      return select(Array.from({ length: last - first + 1 }, (_, step) => first + step));
    }
    anchor.current = index;
    if (event.ctrlKey || event.metaKey) {
      return select([
        ...selected.has(index) ? [...selected].filter((each) => each !== index) : [...selected, index],
      ]);
    }
    select([index]);
  };
  const chosen = selected.size > 0 ? [...selected] : cursor >= 0 ? [cursor] : [];
  return h(
    Fragment,
    null,
    h(VirtualList, {
      count,
      rowHeight: TRACK_HEIGHT,
      label: "Tracks",
      prefix: "track",
      active: cursor,
      multiple: true,
      selected: (index) => selected.has(index),
      row: (index) =>
        trackContent(pages.current.get(Math.floor(index / PAGE))?.[index % PAGE], index === playing),
      onActive: moveTo,
      onOpen: (item) => can("play") && act({ do: "play", playlist, item }),
      onSight: load,
    }),
    el(
      "div",
      { class: "bar" },
      button("Play track", () => act({ do: "play", playlist, item: cursor }), {
        disabled: cursor < 0 || !can("play"),
      }),
      button("Queue", () => act({ do: "queue", playlist, items: chosen }), {
        disabled: chosen.length === 0 || !can("queue"),
      }),
      el("span", { class: "quiet" }, isActive ? "" : "Only the active playlist has a selection."),
    ),
  );
};

function trackContent(track: TrackRow | undefined, isPlaying: boolean): Children {
  if (!track) return el("span", { class: "quiet" }, "…");
  return [
    el(
      "span",
      { class: "mark", key: "mark" },
      isPlaying ? el("span", { role: "img", "aria-label": "playing" }, "▶") : "",
    ),
    el("span", { class: "title", key: "title" }, track.title),
    el("span", { class: "artist", key: "artist" }, track.artist),
    el("span", { class: "time", key: "time" }, track.duration > 0 ? playTime(track.duration) : ""),
  ];
}

const Queue: FunctionComponent<PartProps> = ({ state, can, act }) => {
  const { queue = [], queueCount: count = 0 } = state;
  return part(
    `Queue (${count})`,
    queue.length === 0 ? el("p", { class: "quiet" }, "Nothing is queued.") : el(
      "ol",
      { start: 0 },
      queue.map(({ title, artist, entry }) =>
        el(
          "li",
          { key: entry },
          `${title} ${artist} `,
          can("unqueue")
            ? button("Remove", () => act({ do: "unqueue", entry }), {
              "aria-label": `Remove ${title} from the queue`,
            })
            : null,
        )
      ),
    ),
    count > queue.length ? el("p", { class: "quiet" }, `And ${count - queue.length} more.`) : null,
  );
};

const Selection: FunctionComponent<PartProps> = ({ state }) =>
  part(
    "Selection",
    el(
      "p",
      null,
      state.selection
        ? `${state.selection.total} ${
          state.selection.total === 1 ? "track" : "tracks"
        }, ${state.selection.type}`
        : "",
    ),
  );

const Clipboard: FunctionComponent<PartProps> = ({ state }) => {
  const { text = null, files = null, hasImage = false } = state.clipboard ?? {};
  return part(
    "Clipboard",
    text !== null ? el("pre", { class: "code" }, text) : null,
    files !== null ? el("ul", null, files.map((file) => el("li", { key: file }, file))) : null,
    hasImage ? el("p", null, "An image") : null,
    text === null && files === null && !hasImage ? el("p", { class: "quiet" }, "Empty.") : null,
  );
};

const Settings: FunctionComponent<PartProps> = ({ state, can, act }) => {
  const { theme, locale = "" } = state;
  // A new state of the player must not replace text that the user is typing.
  const [typed, setTyped] = useState<string | undefined>(undefined);
  return part(
    "Settings",
    el(
      "div",
      { class: "bar" },
      el(
        "label",
        null,
        el("input", {
          type: "checkbox",
          checked: theme?.darkMode ?? false,
          disabled: !can("theme"),
          onChange: (event) => act({ do: "theme", darkMode: event.currentTarget.checked }),
        }),
        " Dark mode",
      ),
      el(
        "label",
        null,
        "Accent ",
        el("input", {
          type: "color",
          value: (theme?.accentColor ?? "#000000").toLowerCase(),
          disabled: !can("theme"),
          onChange: (event) => act({ do: "theme", accentColor: event.currentTarget.value }),
        }),
      ),
      el(
        "label",
        null,
        "Locale ",
        el("input", {
          type: "text",
          size: 8,
          spellcheck: false,
          value: typed ?? locale,
          disabled: !can("locale"),
          onInput: (event) => setTyped(event.currentTarget.value),
          onChange: (event) => {
            setTyped(undefined);
            act({ do: "locale", locale: event.currentTarget.value });
          },
        }),
      ),
    ),
  );
};

function part(title: string, ...children: Children[]): VNode {
  return el("div", { class: "part" }, el("h3", null, title), ...children);
}

function lines(title: string, list: readonly { readonly level: string; readonly line: string }[]): VNode {
  return part(
    title,
    el(
      "div",
      { class: "lines", role: "log", "aria-label": title, tabIndex: 0 },
      list.map(({ level, line }, index) => el("div", { key: index, class: level }, line)),
    ),
  );
}
