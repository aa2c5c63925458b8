/** The rows of a menu overlay and its submenus, with mouse and keyboard. */

import { Fragment, type FunctionComponent, h, render, type VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { OverlayRow } from "../../host_stdio/api/shapes.ts";
import type { OpenOverlay } from "../../players/model/overlay.ts";
import type { PlayerCommand } from "../protocol.ts";
import {
  canChoose,
  canFocus,
  iconAddress,
  indexByLetter,
  levelOf,
  nextIndex,
  rowAt,
  type RowPath,
  valueByKey,
} from "./overlay_rows.ts";
import { backdropBlur, overlayColours } from "./overlay_style.ts";
import { type Children, el } from "./ui.ts";

/** Minimum distance of a menu from the edge of the page, in pixels. */
const EDGE = 6;
const STARS = 5;

/** Hides text that is only for screen readers. Inline, because a panel may replace the style sheet. */
const UNSEEN = {
  position: "absolute",
  width: "1px",
  height: "1px",
  overflow: "hidden",
  clipPath: "inset(50%)",
};

/** A position on the page, in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface OverlayMenuProps {
  readonly menu: OpenOverlay;
  /** The style sheets of each level. */
  readonly sheets: CSSStyleSheet[];
  readonly closingMs: number | undefined;
  readonly place: Point;
  /** The player's accent colour. */
  readonly accent: string;
  act(command: PlayerCommand): void;
}

/** The state and the functions that all levels share. */
interface Whole {
  readonly sheets: CSSStyleSheet[];
  /** The class and style of the element that wraps a level. */
  readonly drawn: { readonly class: string; readonly style: Readonly<Record<string, string>> };
  /** Blur of the page behind a level, in pixels. */
  readonly blur: number;
  /** The focused row. */
  readonly focus: RowPath;
  /** The path of the row whose submenu is the innermost open one. */
  readonly open: RowPath;
  readonly values: Readonly<Record<string, number>>;
  enter(path: RowPath): void;
  /** Called when a row has received the focus other than through the menu's keys. */
  focused(path: RowPath): void;
  choose(path: RowPath): void;
  change(path: RowPath, value: number): void;
}

export const OverlayMenu: FunctionComponent<OverlayMenuProps> = (props) => {
  const { menu, sheets, closingMs, place, accent, act } = props;
  const { menuId, items } = menu;
  // A ref, because several keys can arrive before the next render.
  const now = useRef<Pick<Whole, "focus" | "open" | "values">>({
    focus: [nextIndex(items, -1, 1)],
    open: [],
    values: {},
  });
  const [, draw] = useState({});
  const set = (change: Partial<Pick<Whole, "focus" | "open" | "values">>): void => {
    now.current = { ...now.current, ...change };
    draw({});
  };
  const { focus, open, values } = now.current;

  const enter = (path: RowPath): void => {
    const row = rowAt(items, path);
    const opened = row?.submenu && row.enabled ? path : path.slice(0, -1);
    if (!isSame(path, focus) || !isSame(opened, open)) set({ focus: path, open: opened });
  };
  const openSubmenu = (path: RowPath, submenu: readonly OverlayRow[]): void => {
    set({ open: path, focus: [...path, nextIndex(submenu, -1, 1)] });
  };
  const choose = (path: RowPath): void => {
    const row = rowAt(items, path);
    if (!row || closingMs !== undefined) return;
    if (row.submenu && row.enabled) openSubmenu(path, row.submenu);
    else if (canChoose(row)) act({ do: "choose", menuId, itemId: row.id });
  };
  const change = (path: RowPath, value: number): void => {
    const row = rowAt(items, path);
    if (!row?.enabled || closingMs !== undefined) return;
    set({ values: { ...now.current.values, [path.join(".")]: value } });
    act({ do: "change", menuId, itemId: row.id, value });
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const { focus, values } = now.current;
    const row = rowAt(items, focus);
    const level = levelOf(items, focus);
    const index = focus.at(-1) ?? -1;
    const moveTo = (next: number): void => {
      if (next < 0) return;
      set({ focus: [...focus.slice(0, -1), next], open: focus.slice(0, -1) });
    };
    const value = row && valueByKey(row, values[focus.join(".")] ?? row.value, key);
    const takesKey = row && ["rating", "slider", "segmented"].includes(row.type) &&
      (key === "ArrowLeft" || key === "ArrowRight");
    event.stopPropagation();
    if (value !== undefined) change(focus, value);
    else if (takesKey) { /* at the end of its range */ }
    else if (key === "ArrowDown") moveTo(nextIndex(level, index, 1));
    else if (key === "ArrowUp") moveTo(nextIndex(level, index, -1));
    else if (key === "Home") moveTo(nextIndex(level, -1, 1));
    else if (key === "End") moveTo(nextIndex(level, 0, -1));
    else if (key === "ArrowRight" && row?.submenu && row.enabled) openSubmenu(focus, row.submenu);
    else if ((key === "ArrowLeft" || key === "Escape") && focus.length > 1) {
      set({ focus: focus.slice(0, -1), open: focus.slice(0, -2) });
    } else if (key === "Escape") act({ do: "dismiss", menuId, reason: "escape" });
    else if (key === "Enter" || key === " ") choose(focus);
    else if (key.length === 1) moveTo(indexByLetter(level, index, key));
    else if (key !== "Tab") return;
    event.preventDefault();
  };

  const focused = (path: RowPath): void => {
    if (!isSame(path, now.current.focus)) set({ focus: path });
  };
  const drawn = {
    class: closingMs === undefined ? "overlay" : "overlay closing",
    style: {
      ...overlayColours(menu.backdrop, menu.backdropDarkMode, accent),
      "--closing-ms": `${closingMs ?? 0}ms`,
    },
  };
  const blur = backdropBlur[menu.backdrop] ?? 0;
  const whole: Whole = { sheets, drawn, blur, focus, open, values, enter, focused, choose, change };
  const row = rowAt(items, focus);
  return el(
    "div",
    { onKeyDown, onContextMenu: (event) => event.preventDefault() },
    h(Level, { whole, rows: items, path: [], place, label: "Menu" }),
    // Screen readers do not announce a changed accessible name, so a status region announces the value.
    el(
      "div",
      { class: "unseen", role: "status" },
      row ? valueText(row, values[focus.join(".")] ?? row.value) : "",
    ),
  );
};

/** Renders into a shadow root, so that the menu's style affects nothing else. The page's box around it clips it. */
const Shadow: FunctionComponent<
  { readonly sheets: CSSStyleSheet[]; readonly content: VNode }
> = ({ sheets, content }) => {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = sheets;
    render(content, root);
  });
  useLayoutEffect(() => {
    const root = host.current?.shadowRoot;
    return () => {
      if (root) render(null, root);
    };
  }, []);
  return el("div", { ref: host, class: "overlay-host" });
};

interface LevelProps {
  readonly whole: Whole;
  readonly rows: readonly OverlayRow[];
  /** The path of the row with this submenu; empty for the menu itself. */
  readonly path: RowPath;
  readonly place: Point;
  /** The right edge of the submenu when it does not fit to the right, in pixels. */
  readonly leftOf?: number | undefined;
  readonly label: string;
}

const Level: FunctionComponent<LevelProps> = ({ whole, rows, path, place, leftOf, label }) => {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Point>(place);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { offsetWidth: width, offsetHeight: height } = element;
    const right = innerWidth - EDGE - width;
    const x = place.x > right && leftOf !== undefined ? leftOf - width : Math.min(place.x, right);
    setAt({ x: Math.max(EDGE, x), y: Math.max(EDGE, Math.min(place.y, innerHeight - EDGE - height)) });
  }, [place.x, place.y, rows.length]);
  // A layout effect, because keys must work as soon as the menu is visible.
  useLayoutEffect(() => {
    const root = box.current?.querySelector(".overlay-host")?.shadowRoot;
    const { focus } = whole;
    if (!root || focus.length !== path.length + 1 || !isPrefix(path, focus)) return;
    // Without rows the menu itself takes the focus, for Escape.
    const row = root.querySelector<HTMLElement>(`[data-path="${focus.join(".")}"]`);
    (row ?? root.querySelector<HTMLElement>('[role="menu"]'))?.focus();
  }, [whole.focus]);

  const [submenuPlace, setSubmenuPlace] = useState<
    { readonly place: Point; readonly leftOf: number } | undefined
  >(
    undefined,
  );
  const openIndex = isPrefix(path, whole.open) ? whole.open[path.length] : undefined;
  const openRow = openIndex === undefined ? undefined : rows[openIndex];
  useLayoutEffect(() => {
    if (openIndex === undefined) return setSubmenuPlace(undefined);
    const root = box.current?.querySelector(".overlay-host")?.shadowRoot;
    const row = root?.querySelector(`[data-path="${[...path, openIndex].join(".")}"]`);
    const menu = box.current?.getBoundingClientRect();
    if (!row || !menu) return;
    setSubmenuPlace({
      place: { x: menu.right - 3, y: row.getBoundingClientRect().top - EDGE },
      leftOf: menu.left + 3,
    });
  }, [openIndex, at.x, at.y]);

  return h(
    Fragment,
    null,
    el(
      "div",
      {
        ref: box,
        class: "overlay-box",
        style: { left: `${at.x}px`, top: `${at.y}px`, backdropFilter: `blur(${whole.blur}px)` },
      },
      h(Shadow, {
        sheets: whole.sheets,
        content: el(
          "div",
          whole.drawn,
          el(
            "div",
            { class: "menu", role: "menu", tabIndex: -1, "aria-label": label },
            rows.length === 0
              ? el("div", { class: "item", role: "menuitem", "aria-disabled": true }, "No items")
              : rows.map((row, index) => rowView(whole, row, [...path, index])),
          ),
        ),
      }),
    ),
    openRow?.submenu && submenuPlace
      ? h(Level, {
        key: openIndex,
        whole,
        rows: openRow.submenu,
        path: [...path, openIndex ?? 0],
        label: openRow.label,
        ...submenuPlace,
      })
      : null,
  );
};

function rowView(whole: Whole, row: OverlayRow, path: RowPath): VNode {
  const key = path.join(".");
  if (!canFocus(row)) return el("div", { key, class: "separator", role: "separator" });
  const common = {
    "data-path": key,
    "aria-disabled": !row.enabled,
    tabIndex: isSame(path, whole.focus) ? 0 : -1,
    // Not when it is entered: a menu that a key opens below a resting pointer keeps its first row.
    onPointerMove: () => whole.enter(path),
    onFocus: () => whole.focused(path),
  };
  switch (row.type) {
    case "rating":
    case "slider":
    case "segmented": {
      const value = whole.values[key] ?? row.value;
      return el(
        "div",
        {
          ...common,
          key,
          class: `item ${row.type}`,
          // ARIA allows no slider in a menu, so the accessible name includes the value.
          role: "menuitem",
        },
        el("span", { class: "check", "aria-hidden": true }),
        icon(row),
        el(
          "span",
          { class: "label" },
          row.label,
          el("span", { style: UNSEEN }, ` ${valueText(row, value)}`),
        ),
        valueView(whole, row, path, value),
      );
    }
    default:
      return el(
        "div",
        {
          ...common,
          key,
          class: row.type === "nowplaying" ? "item nowplaying" : "item",
          role: row.checked ? "menuitemcheckbox" : "menuitem",
          "aria-checked": row.checked ? true : undefined,
          "aria-haspopup": row.submenu ? "menu" : undefined,
          "aria-expanded": row.submenu ? isPrefix(path, whole.open) : undefined,
          onClick: () => whole.choose(path),
        },
        el("span", { class: "check", "aria-hidden": true }, row.checked ? "✓" : ""),
        icon(row),
        row.type === "nowplaying"
          ? el(
            "span",
            { class: "label" },
            el("span", { class: "title" }, row.title ?? row.label),
            el("span", { class: "subtitle" }, row.subtitle ?? ""),
          )
          : el("span", { class: "label" }, row.label),
        row.submenu ? el("span", { class: "arrow", "aria-hidden": true }, "›") : null,
      );
  }
}

function valueView(whole: Whole, row: OverlayRow, path: RowPath, value: number | undefined): Children {
  switch (row.type) {
    case "rating":
      return el(
        "span",
        { class: "stars", "aria-hidden": true },
        Array.from({ length: STARS }, (_, index) =>
          el("span", {
            key: index,
            class: "star",
            // A click on the last star removes it.
            onClick: () => whole.change(path, index + 1 === value ? index : index + 1),
          }, index < (value ?? 0) ? "★" : "☆")),
      );
    case "slider":
      return [
        el("input", {
          key: "input",
          type: "range",
          tabIndex: -1,
          "aria-hidden": true,
          min: row.min ?? 0,
          max: row.max ?? 100,
          // The bridge accepts only integers.
          step: 1,
          disabled: !row.enabled,
          value: value ?? 0,
          onInput: ({ currentTarget }) => whole.change(path, Math.round(Number(currentTarget.value))),
        }),
        el("span", { key: "value", class: "value", "aria-hidden": true }, String(value ?? 0)),
      ];
    default:
      return el(
        "span",
        { class: "segments", "aria-hidden": true },
        (row.segments ?? []).map(({ label, enabled }, index) =>
          el("span", {
            key: index,
            class: "segment",
            "aria-checked": index === value,
            "aria-disabled": !enabled,
            onClick: () => enabled && index !== value && whole.change(path, index),
          }, label)
        ),
      );
  }
}

/** Returns the text for a row's value; "" for a row without a value. */
function valueText({ type, max = 100, segments = [] }: OverlayRow, value: number | undefined): string {
  switch (type) {
    case "rating":
      return `${value ?? 0} of ${STARS}`;
    case "slider":
      return `${value ?? 0} of ${max}`;
    case "segmented":
      return segments[value ?? -1]?.label ?? "none";
    default:
      return "";
  }
}

const Icon: FunctionComponent<{ readonly row: OverlayRow }> = ({ row }) => {
  const image = useRef<HTMLImageElement>(null);
  const [colour, setColour] = useState<string | undefined>(undefined);
  // An image does not inherit currentColor, so the icon gets the computed colour.
  useLayoutEffect(() => {
    if (image.current?.parentElement) setColour(getComputedStyle(image.current.parentElement).color);
  }, []);
  const address = row.iconSvg === undefined || colour === undefined
    ? undefined
    : iconAddress(row.iconSvg, colour);
  return el("img", { ref: image, class: "icon", alt: "", width: 16, height: 16, src: address });
};

function icon(row: OverlayRow): Children {
  return row.iconSvg === undefined ? null : h(Icon, { row });
}

function isSame(one: RowPath, other: RowPath): boolean {
  return one.length === other.length && isPrefix(one, other);
}

function isPrefix(prefix: RowPath, path: RowPath): boolean {
  return prefix.every((index, at) => path[at] === index);
}
