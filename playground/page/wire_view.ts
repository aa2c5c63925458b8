/** The wire: every message between player and bridge. */

import { type FunctionComponent, h } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { WireKind, WireRow } from "../protocol.ts";
import { type Control, indexOfRow } from "./control.ts";
import { contentText, durationText, timeText } from "./short_text.ts";
import { button, el, useValue } from "./ui.ts";
import { VirtualList } from "./virtual_list.ts";

const ROW_HEIGHT = 22;

/** The names of the kinds of rows. */
const kindNames: Readonly<Record<WireKind, string>> = {
  call: "call",
  result: "result",
  error: "error",
  action: "action",
  actionResult: "answer",
  actionError: "failure",
  event: "event",
  signal: "signal",
  notice: "notice",
  refused: "refused",
};

const groups = ["all", "calls", "actions", "events", "signals", "errors"] as const;
type Group = (typeof groups)[number];

const groupsOf: Readonly<Record<WireKind, readonly Group[]>> = {
  call: ["calls"],
  result: ["calls"],
  error: ["calls", "errors"],
  action: ["actions"],
  actionResult: ["actions"],
  actionError: ["actions", "errors"],
  event: ["events"],
  signal: ["signals"],
  notice: ["signals"],
  refused: ["calls", "errors"],
};

export const WireView: FunctionComponent<{ readonly control: Control }> = ({ control }) => {
  const live = useValue(control.rows);
  const [paused, setPaused] = useState<readonly WireRow[] | undefined>(undefined);
  const [filter, setFilter] = useState("");
  const [group, setGroup] = useState<Group>("calls");
  const [active, setActive] = useState<number | undefined>(undefined);
  const [notice, setNotice] = useState("");
  const known = paused ?? live.list;
  const rows = useFiltered(known, live, filter, group);
  const activeIndex = active === undefined ? -1 : rows.findIndex(({ seq }) => seq === active);
  const row = rows[activeIndex];

  const copyFixture = async (): Promise<void> => {
    try {
      const chosen = row ? exchangeOf(control, row) : rows;
      await navigator.clipboard.writeText(
        await control.ask("fixture", { rows: chosen.map(({ seq }) => seq) }),
      );
      setNotice(`Copied ${chosen.length} messages as a fixture`);
    } catch (error) {
      setNotice(error instanceof Error ? error.message : String(error));
    }
  };

  return el(
    "section",
    { class: "wire", "aria-labelledby": "wire-title" },
    el(
      "div",
      { class: "bar" },
      el("h2", { id: "wire-title" }, "Wire"),
      el(
        "label",
        null,
        el("span", { class: "unseen" }, "Filter "),
        el("input", {
          type: "search",
          placeholder: "Filter: a name, a panel, a text",
          value: filter,
          onInput: (event) => setFilter(event.currentTarget.value),
        }),
      ),
      el(
        "label",
        null,
        el("span", { class: "unseen" }, "Kind "),
        el("select", {
          value: group,
          onChange: ({ currentTarget: { value } }) =>
            setGroup(groups.find((each) => each === value) ?? "all"),
        }, groups.map((each) => el("option", { key: each, value: each }, each))),
      ),
      button(paused ? "Resume" : "Pause", () => setPaused(paused ? undefined : [...live.list]), {
        "aria-pressed": paused !== undefined,
      }),
      button(row ? "Copy exchange as fixture" : "Copy all as fixture", () => void copyFixture(), {
        disabled: rows.length === 0,
      }),
      el("span", { class: "quiet", role: "status" }, notice || `${rows.length} of ${known.length}`),
    ),
    h(VirtualList, {
      count: rows.length,
      rowHeight: ROW_HEIGHT,
      label: "Messages on the wire",
      prefix: "wire",
      active: activeIndex,
      followsEnd: paused === undefined,
      row: (index) => rowContent(rows[index]),
      onActive: (index) => setActive(rows[index]?.seq),
      onKey: (event) => event.key === "Escape" && setActive(undefined),
    }),
    row ? h(RowDetails, { key: row.seq, control, row, onClose: () => setActive(undefined) }) : null,
  );
};

/** Returns the rows that match. Filters only the new rows, unless the filter has changed: rows arrive continuously. */
function useFiltered(
  known: readonly WireRow[],
  version: object,
  filter: string,
  group: Group,
): readonly WireRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const memory = useRef<{ key: string; last: number; rows: WireRow[] }>({ key: "", last: 0, rows: [] });
  return useMemo(() => {
    if (words.length === 0 && group === "all") return known;
    const key = JSON.stringify([words, group]);
    const first = known[0]?.seq ?? 0;
    const old = memory.current;
    const goesOn = old.key === key && old.last >= first && old.last <= (known.at(-1)?.seq ?? 0);
    const kept = goesOn ? old.rows.filter(({ seq }) => seq >= first) : [];
    const fresh = known.slice(goesOn ? old.last - first + 1 : 0).filter((row) =>
      (group === "all" || groupsOf[row.kind].includes(group)) &&
      words.every((word) => textToSearch(row).includes(word))
    );
    memory.current = { key, last: known.at(-1)?.seq ?? 0, rows: [...kept, ...fresh] };
    return memory.current.rows;
  }, [known, version, filter, group]);
}

function textToSearch({ name, panel, kind, text }: WireRow): string {
  return `${kindNames[kind]} ${name} ${panel ?? ""} ${text}`.toLowerCase();
}

/** Returns the rows of an exchange (a call, its answer, its actions and their answers), given any of its rows. */
function exchangeOf(control: Control, row: WireRow): WireRow[] {
  const rows = control.rows.current;
  const { list } = rows;
  let call = row;
  while (call.kind !== "call") {
    const above = call.answers ?? call.causes?.[0];
    const found = above === undefined ? undefined : list[indexOfRow(rows, above)];
    if (!found) return [row];
    call = found;
  }
  const later = list.slice(indexOfRow(rows, call.seq));
  const answer = later.findIndex(({ answers }) => answers === call.seq);
  const meanwhile = answer < 0 ? later : later.slice(0, answer + 1);
  const actions = new Set(meanwhile.filter(({ causes }) => causes?.includes(call.seq)).map(({ seq }) => seq));
  return meanwhile.filter((each) =>
    each === call || each.answers === call.seq || actions.has(each.seq) ||
    (each.answers !== undefined && actions.has(each.answers)) ||
    (each.kind === "event" && (each.panel ?? call.panel) === call.panel)
  );
}

function rowContent(row: WireRow | undefined) {
  if (!row) return null;
  return el(
    "div",
    { class: `message ${row.kind}` },
    el("span", { class: "time" }, timeText(row.time)),
    el(
      "span",
      { class: "way", title: row.to === "bridge" ? "player to bridge" : "bridge to player" },
      row.to === "bridge" ? "→" : "←",
    ),
    el("span", { class: "kind" }, kindNames[row.kind]),
    el("span", { class: "name" }, row.name),
    el("span", { class: "panel-name" }, row.panel ?? ""),
    el("span", { class: "content" }, contentText(row.text, row.whole)),
    el("span", { class: "took" }, row.took === undefined ? "" : durationText(row.took)),
  );
}

const RowDetails: FunctionComponent<
  { readonly control: Control; readonly row: WireRow; readonly onClose: () => void }
> = ({ control, row, onClose }) => {
  const [body, setBody] = useState(row.text);
  useEffect(() => {
    if (row.whole) return;
    control.ask("body", { seq: row.seq }).then(
      setBody,
      (error: Error) => setBody(`${row.text}…\n${error.message}`),
    );
  }, [row.seq]);
  return el(
    "div",
    { class: "details", role: "region", "aria-label": `Message ${row.seq}` },
    el(
      "div",
      { class: "bar" },
      el("strong", null, `${row.seq} · ${kindNames[row.kind]} ${row.name}`),
      el(
        "span",
        { class: "quiet" },
        `${row.to === "bridge" ? "to the bridge" : "to the player"}, ${row.bytes} bytes`,
      ),
      button("Close", onClose),
    ),
    el("pre", { class: "code", tabIndex: 0, "aria-label": "Body" }, pretty(body)),
  );
};

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    // The text is not JSON, or it is cut off.
    return text;
  }
}
