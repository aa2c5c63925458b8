/**
 * The dialogs of panels (`dialog.*`). One is on the page at a time, the oldest first. The page keeps the focus in it.
 */

import { type FunctionComponent, h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { OpenDialog } from "../../players/model/dialogs.ts";
import type { PlayerCommand } from "../protocol.ts";
import type { Control } from "./control.ts";
import { button, el, useValue } from "./ui.ts";

/** The maximum number of tracks whose paths are proposed. */
const PROPOSED = 200;

/** The signs of a question's types. */
const signs = { question: "?", info: "i", warning: "!", error: "×" } as const;

type Answer = Extract<PlayerCommand, { do: "answerDialog" }>["answer"];

export const DialogView: FunctionComponent<{ readonly control: Control }> = ({ control }) => {
  const [dialog] = useValue(control.player).dialogs ?? [];
  return dialog ? h(DialogBox, { key: dialog.id, dialog, control }) : null;
};

const DialogBox: FunctionComponent<{ readonly dialog: OpenDialog; readonly control: Control }> = (
  { dialog, control },
) => {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const shown = box.current;
    shown?.showModal();
    return () => {
      shown?.close();
      // In a frame, frame.js restores the focus.
      if (before instanceof HTMLIFrameElement) before.contentWindow?.postMessage({ restoreFocus: true }, "*");
    };
  }, []);
  const answer = (given: Answer): void => {
    control.ask("act", { do: "answerDialog", dialog: dialog.id, answer: given }).catch(() => {
      // The connection is lost. That closes the dialog.
    });
  };
  return el(
    "dialog",
    {
      ref: box,
      class: "dialog",
      "aria-labelledby": "dialog-title",
      onCancel: (event) => {
        event.preventDefault();
        answer({});
      },
    },
    el("h2", { id: "dialog-title" }, dialog.title),
    el(
      "p",
      { class: "quiet" },
      dialog.panel === null ? "Asked by no panel" : `Asked by “${dialog.panel}”`,
    ),
    dialog.kind === "confirm" ? h(Question, { dialog, answer }) : dialog.kind === "prompt"
      ? h(TextField, {
        label: dialog.message || "Text",
        value: dialog.value,
        answer: (value) => answer({ value }),
        cancel: () => answer({}),
      })
      : h(PathField, { dialog, control, answer }),
  );
};

const Question: FunctionComponent<{
  readonly dialog: Extract<OpenDialog, { kind: "confirm" }>;
  answer(given: Answer): void;
}> = ({ dialog: { type, message, buttons, defaultButton }, answer }) =>
  el(
    "div",
    { class: "question" },
    message === "" ? null : el(
      "p",
      { class: "message", id: "dialog-message", tabIndex: 0 },
      el("span", { class: "sign", "data-type": type, "aria-hidden": "true" }, signs[type]),
      el("span", null, message),
    ),
    el(
      "div",
      { class: "bar" },
      buttons.map((text, index) =>
        button(text || " ", () => answer({ button: index }), {
          key: index,
          autofocus: index === defaultButton,
          class: index === defaultButton ? "main" : "",
        })
      ),
    ),
  );

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  /** Whether the text may have several lines. */
  readonly lines?: boolean;
  readonly required?: boolean;
  /** Texts that are proposed. */
  readonly proposed?: readonly string[];
  answer(text: string): void;
  cancel(): void;
}

const TextField: FunctionComponent<TextFieldProps> = (
  { label, value, lines = false, required = false, proposed = [], answer, cancel },
) => {
  const [text, setText] = useState(value);
  const attributes = { id: "dialog-text", value: text, required, autofocus: true };
  return el(
    "form",
    {
      onSubmit: (event) => {
        event.preventDefault();
        answer(text);
      },
    },
    el("label", { class: "message", for: "dialog-text" }, label),
    lines
      ? el("textarea", { ...attributes, rows: 5, onInput: (event) => setText(event.currentTarget.value) })
      : el("input", {
        ...attributes,
        list: "dialog-proposed",
        autocomplete: "off",
        onFocus: (event) => event.currentTarget.select(),
        onInput: (event) => setText(event.currentTarget.value),
      }),
    el(
      "datalist",
      { id: "dialog-proposed" },
      proposed.map((each) => el("option", { key: each, value: each })),
    ),
    el(
      "div",
      { class: "bar" },
      el("button", { class: "main" }, "OK"),
      button("Cancel", cancel),
    ),
  );
};

/** A path of the player's machine, which the user types, with those of the active playlist as proposals. */
const PathField: FunctionComponent<{
  readonly dialog: Exclude<OpenDialog, { kind: "confirm" | "prompt" }>;
  readonly control: Control;
  answer(given: Answer): void;
}> = ({ dialog, control, answer }) => {
  const [paths, setPaths] = useState<readonly string[]>([]);
  useEffect(() => {
    const playlist = control.player.current.playlists?.active ?? null;
    if (playlist === null) return;
    control.ask("tracks", { playlist, offset: 0, limit: PROPOSED }).then(
      (tracks) => setPaths(tracks.map(({ handle }) => handle.replace(/\|subsong:\d+$/, ""))),
      () => {
        // The playlist or the connection has gone: nothing is proposed.
      },
    );
  }, []);
  const lines = dialog.kind === "openFile" && dialog.multiple;
  const what = dialog.kind === "openFolder" ? "Folder" : lines ? "Files, one a line" : "File";
  const patterns = (dialog.kind === "openFolder" ? [] : dialog.filters).map(({ name, extensions }) =>
    `${name} (${extensions.length === 0 ? "*" : extensions.map((each) => `*.${each}`).join(", ")})`
  );
  return h(TextField, {
    label: [what, ...patterns].join(" · "),
    value: dialog.kind === "openFile" ? dialog.path : dialog.kind === "saveFile" ? dialog.name : "",
    lines,
    required: true,
    proposed: lines ? [] : proposals(paths, dialog),
    answer: (text) =>
      answer({ paths: (lines ? text.split("\n") : [text]).filter((path) => path.trim() !== "") }),
    cancel: () => answer({}),
  });
};

function proposals(
  paths: readonly string[],
  dialog: Exclude<OpenDialog, { kind: "confirm" | "prompt" }>,
): string[] {
  const files = paths.filter((path) => path.startsWith("/"));
  if (dialog.kind === "openFolder") {
    return [...new Set(files.map((path) => path.replace(/\/[^/]*$/, "") || "/"))];
  }
  const extensions = dialog.filters.flatMap(({ extensions }) => extensions);
  const isAny = dialog.filters.length === 0 ||
    dialog.filters.some(({ extensions }) => extensions.length === 0);
  return [...new Set(files.filter((path) => isAny || extensions.some((each) => path.endsWith(`.${each}`))))];
}
