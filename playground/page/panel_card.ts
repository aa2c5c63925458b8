/** A panel on the page: its call, the outcome, and its events. */

import { type FunctionComponent, h, type JSX, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PanelInfo, WireRow } from "../protocol.ts";
import type { Control } from "./control.ts";
import { guardFocus } from "./focus_guard.ts";
import { type Entry, OperationForm, paramsText, parseEntry } from "./operation_form.ts";
import { type Operation, samples } from "./operations.ts";
import { type CallOutcome, type PagePanel, traceOf } from "./page_panel.ts";
import { contentText, durationText, timeText } from "./short_text.ts";
import { button, el, useValue } from "./ui.ts";

const SHOWN_EVENTS = 200;

export interface PanelCardProps {
  readonly control: Control;
  readonly panel: PagePanel;
  readonly operation: Operation;
  /** Prefix of the element ids. */
  readonly prefix: string;
  /** Whether the operation list applies to this panel. */
  readonly chosen: boolean;
  onChoose(): void;
  onClose(): void;
}

export const PanelCard: FunctionComponent<PanelCardProps> = (props) => {
  const { control, panel, prefix, chosen, onChoose, onClose } = props;
  const info = useValue(panel.info);
  const problems = useValue(control.problems).filter((each) => panel.framed && each.panel === info?.name);
  const defect = useValue(panel.defect) || countOfProblems(problems);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (!panel.framed) return;
    return guardFocus(() => frame.current, () => {
      void panel.close(control);
      panel.defect.set("Stopped: it took the focus again and again");
    });
  }, [panel]);
  return el(
    "article",
    {
      class: chosen ? "panel chosen" : "panel",
      "aria-labelledby": `${prefix}-title`,
      onFocusCapture: onChoose,
      onPointerDown: onChoose,
    },
    el(
      "div",
      { class: "bar" },
      el("h3", { id: `${prefix}-title` }, info?.name ?? "Panel"),
      el(
        "span",
        { class: defect ? "defect" : "quiet", role: "status" },
        defect || (info ? "" : "connecting…"),
      ),
      button("Close panel", onClose),
    ),
    panel.framed ? info && panelFrame(info, { ref: frame }) : h(Caller, props),
    // Below the frame, which must not move under the pointer.
    panel.framed ? problemList(problems.map(({ text }) => text)) : null,
    h(Events, { control, name: info?.name }),
  );
};

/** Renders the frame of an existing panel. */
export function panelFrame(
  { frame: src, name }: PanelInfo,
  more: JSX.IntrinsicElements["iframe"] = {},
): VNode {
  // Allows no popups, downloads or navigation of the page. The frame has an origin of its own.
  const sandbox = "allow-scripts allow-same-origin allow-forms allow-modals";
  return el("iframe", { src, title: `Panel ${name}`, class: "frame", sandbox, ...more });
}

const Caller: FunctionComponent<PanelCardProps> = ({ control, panel, operation, prefix }) => {
  const [entries, setEntries] = useState<Readonly<Record<string, Entry>>>({});
  const sample = paramsText(Object.hasOwn(samples, operation.name) ? samples[operation.name] ?? {} : {});
  const entry = entries[operation.name] ?? { text: sample, fields: {} };
  const setEntry = (entry: Entry): void => setEntries((entries) => ({ ...entries, [operation.name]: entry }));
  const setText = (text: string): void => setEntry({ text, fields: {} });
  const parsed = parseEntry(operation, entry);
  const info = useValue(panel.info);
  const outcome = useValue(panel.outcome);
  const obstacle = !info
    ? "Calls wait until the panel is connected."
    : "defect" in parsed
    ? parsed.defect
    : "";
  return el(
    "form",
    {
      class: "caller",
      onSubmit: (event) => {
        event.preventDefault();
        if ("params" in parsed) void panel.call(operation.name, parsed.params);
      },
    },
    el("h4", null, operation.name),
    el("p", { class: "quiet" }, operation.summary),
    el(
      "div",
      { class: "bar" },
      el(
        "button",
        {
          type: "submit",
          class: "main",
          disabled: obstacle !== "",
          "aria-describedby": `${prefix}-obstacle`,
        },
        "Call",
      ),
      sample === "{}" ? null : button("Fill in a sample", () => setText(sample)),
      button("Empty", () => setText("{}")),
      el("span", { id: `${prefix}-obstacle`, class: "defect", role: "status" }, obstacle),
    ),
    el(
      "div",
      { class: "work" },
      outcome ? h(Outcome, { control, panel: info?.name ?? "", outcome }) : null,
      h(OperationForm, { operation, entry, prefix, onEntry: setEntry }),
    ),
  );
};

const Outcome: FunctionComponent<
  { readonly control: Control; readonly panel: string; readonly outcome: CallOutcome }
> = ({ control, panel, outcome }) => {
  useValue(control.rows);
  const [notice, setNotice] = useState("");
  const { method, number, callId, took, error } = outcome;
  useEffect(() => setNotice(""), [number]);
  const trace = traceOf(control, panel, callId);
  const copy = async (): Promise<void> => {
    if (!trace) return;
    const { call, answer, actions, events } = trace;
    const rows = [call, answer, ...actions.flatMap(({ asked, answered }) => [asked, answered]), ...events];
    try {
      const text = await control.ask("fixture", { rows: rows.flatMap((row) => row ? [row.seq] : []) });
      await navigator.clipboard.writeText(text);
      setNotice("Copied");
    } catch (error) {
      setNotice(error instanceof Error ? error.message : String(error));
    }
  };
  const state = took === undefined ? "pending…" : error ? `error ${error.code}` : "answered";
  return el(
    "div",
    { class: "outcome", role: "region", "aria-label": `Outcome of ${method}`, "data-number": String(number) },
    el(
      "div",
      { class: "bar" },
      el("strong", { role: "status" }, `${method}: ${state}`),
      el("span", { class: "quiet" }, took === undefined ? "" : `${durationText(took)} in the page`),
      el(
        "span",
        { class: "quiet" },
        trace?.answer?.took === undefined ? "" : `${durationText(trace.answer.took)} in the bridge`,
      ),
      button("Copy as fixture", () => void copy(), { disabled: !trace?.answer }),
      el("span", { class: "quiet", role: "status" }, notice),
    ),
    took === undefined ? null : el(
      "pre",
      { class: error ? "code defect" : "code", tabIndex: 0, "aria-label": "Result" },
      error ? error.message : JSON.stringify(outcome.result, undefined, 2),
    ),
    trace && trace.actions.length > 0
      ? el(
        "ol",
        { class: "actions", "aria-label": "Native actions" },
        trace.actions.map(({ asked, answered }) =>
          el(
            "li",
            { key: asked.seq },
            el("code", null, asked.name),
            ` ${contentText(asked.text, asked.whole)} `,
            el(
              "span",
              { class: answered?.kind === "actionError" ? "defect" : "quiet" },
              answered
                ? `= ${contentText(answered.text, answered.whole)} (${durationText(answered.took ?? 0)})`
                : "no answer yet",
            ),
            (asked.causes?.length ?? 0) > 1
              ? el("em", { class: "quiet" }, " or for another pending call of this panel")
              : null,
          )
        ),
      )
      : el("p", { class: "quiet" }, took === undefined ? "" : "No native action."),
  );
};

/** Returns how many problems there are; "" for none. */
export function countOfProblems({ length }: readonly unknown[]): string {
  return length === 0 ? "" : length === 1 ? "1 problem" : `${length} problems`;
}

/** Renders a list of problems. */
export function problemList(texts: readonly string[], title = "Problems"): VNode {
  return el(
    "div",
    null,
    el("h4", null, `${title} (${texts.length})`),
    el(
      "div",
      { class: "lines", role: "log", "aria-label": title, tabIndex: 0 },
      texts.map((text) => el("div", { key: text, class: "defect" }, text)),
    ),
  );
}

/** Keeps only the latest of each event that reports the playback position. */
function withoutTicks(events: readonly WireRow[]): WireRow[] {
  const seen = new Set<string>();
  const shown = events.toReversed().filter(({ name }) => {
    if (!name.startsWith("playback:time")) return true;
    return !seen.has(name) && seen.add(name);
  });
  return shown.reverse();
}

/** The events on the wire that a panel received. */
const Events: FunctionComponent<{ readonly control: Control; readonly name: string | undefined }> = (
  { control, name },
) => {
  const { list } = useValue(control.rows);
  const heard = list.filter((row) => row.kind === "event" && (row.panel ?? name) === name);
  const events = withoutTicks(heard).slice(-SHOWN_EVENTS);
  return el(
    "div",
    { class: "events" },
    el("h4", null, `Events (${events.length})`),
    el(
      "ol",
      { reversed: true, "aria-label": "Events", tabIndex: 0 },
      events.toReversed().map(({ seq, time, name, text, whole }) =>
        el(
          "li",
          { key: seq },
          el("span", { class: "time" }, timeText(time)),
          " ",
          el("code", null, name),
          ` ${contentText(text, whole)}`,
        )
      ),
    ),
  );
};
