/** A list that renders only its visible rows. */

import type { FunctionComponent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Children, el } from "./ui.ts";

export interface VirtualListProps {
  /** The number of rows. */
  readonly count: number;
  /** The height of a row, in pixels. */
  readonly rowHeight: number;
  /** The accessible name. */
  readonly label: string;
  /** Prefix of the element ids. */
  readonly prefix: string;
  /** The index of the active row, or −1. */
  readonly active: number;
  /** Whether several rows can be selected. */
  readonly multiple?: boolean;
  /** Whether a list that is scrolled to its end stays there when rows are added. */
  readonly followsEnd?: boolean;
  /** Renders a row. */
  row(index: number): Children;
  selected?(index: number): boolean;
  /** Called when the user moves to a row. */
  onActive(index: number, event: KeyboardEvent | MouseEvent): void;
  /** Called on Enter and on a double click. */
  onOpen?(index: number): void;
  /** Called on any other key. */
  onKey?(event: KeyboardEvent): void;
  /** Called with the range of the visible rows. `to` is exclusive. */
  onSight?(from: number, to: number): void;
}

/** The number of rows rendered beyond each edge of the visible range. */
const MARGIN = 8;

export const VirtualList: FunctionComponent<VirtualListProps> = (props) => {
  const { count, rowHeight, label, prefix, active, multiple, followsEnd, row, selected } = props;
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(300);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (followsEnd && atEnd.current && box.current) box.current.scrollTop = count * rowHeight;
  });

  const from = Math.max(0, Math.min(count, Math.floor(top / rowHeight) - MARGIN));
  const to = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN);
  useEffect(() => props.onSight?.(from, to), [from, to, count]);

  const reveal = (index: number): void => {
    const element = box.current;
    if (!element) return;
    const start = index * rowHeight;
    if (start < element.scrollTop) element.scrollTop = start;
    else if (start + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = start + rowHeight - element.clientHeight;
    }
  };
  const moveTo = (index: number, event: KeyboardEvent): void => {
    event.preventDefault();
    if (count === 0) return;
    const next = Math.max(0, Math.min(count - 1, index));
    reveal(next);
    props.onActive(next, event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, Math.floor(height / rowHeight) - 1);
    switch (event.key) {
      case "ArrowDown":
        return moveTo(active + 1, event);
      case "ArrowUp":
        return moveTo(active < 0 ? count - 1 : active - 1, event);
      case "PageDown":
        return moveTo(active + page, event);
      case "PageUp":
        return moveTo(active - page, event);
      case "Home":
        return moveTo(0, event);
      case "End":
        return moveTo(count - 1, event);
      case "Enter":
        if (active >= 0 && active < count) props.onOpen?.(active);
        return;
      default:
        return props.onKey?.(event);
    }
  };

  const rows = [];
  for (let index = from; index < to; index++) {
    rows.push(el("div", {
      key: index,
      id: `${prefix}-${index}`,
      role: "option",
      class: index === active ? "row active" : "row",
      "aria-selected": selected ? selected(index) : index === active,
      "aria-setsize": count,
      "aria-posinset": index + 1,
      style: { top: `${index * rowHeight}px`, height: `${rowHeight}px` },
      onClick: (event) => props.onActive(index, event),
      onDblClick: () => props.onOpen?.(index),
    }, row(index)));
  }
  return el(
    "div",
    {
      ref: box,
      class: "list",
      role: "listbox",
      tabIndex: 0,
      "aria-label": label,
      "aria-multiselectable": multiple ?? false,
      // Only a visible row has an element.
      "aria-activedescendant": active >= from && active < to ? `${prefix}-${active}` : undefined,
      onKeyDown,
      onScroll: ({ currentTarget: element }) => {
        atEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - rowHeight;
        setTop(element.scrollTop);
      },
    },
    el("div", { class: "rows", role: "presentation", style: { height: `${count * rowHeight}px` } }, rows),
  );
};
