/** The menu overlay of `menu.show`. The user's actions go to the player, which signals them to the bridge. */

import { type FunctionComponent, h } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { OpenOverlay } from "../../players/model/overlay.ts";
import type { PlayerCommand } from "../protocol.ts";
import type { Control } from "./control.ts";
import { OverlayMenu, type Point } from "./overlay_menu.ts";
import { overlayStyle } from "./overlay_style.ts";
import { el, useValue } from "./ui.ts";

/** A menu on the screen, open or closing. */
interface Shown {
  readonly menu: OpenOverlay;
  /** The duration of the closing animation in milliseconds; undefined while the menu is open. */
  readonly closingMs: number | undefined;
  readonly place: Point;
}

export const OverlayView: FunctionComponent<{ readonly control: Control }> = ({ control }) => {
  const { overlay, theme } = useValue(control.player);
  const [shown, setShown] = useState<Shown | undefined>(undefined);
  const pointer = useRef<Point>({ x: innerWidth / 2, y: innerHeight / 3 });
  const before = useRef<Element | null>(null);

  useEffect(() => {
    const follow = ({ clientX: x, clientY: y }: PointerEvent): void => void (pointer.current = { x, y });
    const followFocus = (): void => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) return;
      const row = document.getElementById(activeElement.getAttribute("aria-activedescendant") ?? "");
      const { left: x, bottom: y } = (row ?? activeElement).getBoundingClientRect();
      pointer.current = { x, y };
    };
    // frame.js posts the position of the pointer, or after a key of the focus, in a panel's frame.
    const inFrame = ({ source, data }: MessageEvent): void => {
      const frames = [...document.querySelectorAll("iframe")];
      const frame = frames.find(({ contentWindow }) => contentWindow === source);
      const { x, y } = data?.pointer ?? {};
      if (!frame || typeof x !== "number" || typeof y !== "number") return;
      const { left, top } = frame.getBoundingClientRect();
      pointer.current = { x: left + frame.clientLeft + x, y: top + frame.clientTop + y };
    };
    addEventListener("message", inFrame);
    addEventListener("keydown", followFocus, { capture: true });
    addEventListener("pointermove", follow, { passive: true });
    addEventListener("pointerdown", follow, { passive: true, capture: true });
    return () => {
      removeEventListener("message", inFrame);
      removeEventListener("keydown", followFocus, { capture: true });
      removeEventListener("pointermove", follow);
      removeEventListener("pointerdown", follow, { capture: true });
    };
  }, []);

  useEffect(() => {
    if (overlay) {
      if (shown?.menu.menuId === overlay.menuId && shown.closingMs === undefined) {
        // A value has changed, and the rows already show it.
        return setShown({ ...shown, menu: overlay });
      }
      if (!shown) before.current = document.activeElement;
      const { x, y } = pointer.current;
      return setShown({
        menu: overlay,
        closingMs: undefined,
        place: { x: overlay.x ?? x, y: overlay.y ?? y },
      });
    }
    if (!shown || shown.closingMs !== undefined) return;
    const closingMs = animationOf(control, shown.menu.menuId);
    setShown(closingMs > 0 ? { ...shown, closingMs } : undefined);
    // Restore the focus.
    if (before.current instanceof HTMLElement) before.current.focus();
    // In a frame, frame.js restores the focus.
    if (before.current instanceof HTMLIFrameElement) {
      before.current.contentWindow?.postMessage({ restoreFocus: true }, "*");
    }
  }, [overlay]);
  useEffect(() => {
    if (shown?.closingMs === undefined) return;
    const timer = setTimeout(() => setShown(undefined), shown.closingMs);
    return () => clearTimeout(timer);
  }, [shown?.menu.menuId, shown?.closingMs]);

  const act = (command: PlayerCommand): void => {
    control.ask("act", command).catch(() => {
      // The connection is lost. That closes the menu.
    });
  };
  const open = shown?.closingMs === undefined ? shown?.menu : undefined;
  // A layout effect, because a click can follow as soon as the menu is visible.
  useLayoutEffect(() => {
    if (!open) return;
    // A content-sized menu does not cover the page, so clicks on the page are outside too.
    const dismiss = (reason: string): void => act({ do: "dismiss", menuId: open.menuId, reason });
    const outside = (event: PointerEvent): void => {
      if (!event.composedPath().some((target) => isBox(target))) dismiss("outside");
    };
    // On the window, because a menu that its style hides cannot receive the focus.
    const escape = (event: KeyboardEvent): void => {
      if (event.key === "Escape") dismiss("escape");
    };
    // This page receives no event for a click in a panel's frame, only its own loss of focus.
    const intoFrame = (): void => {
      if (document.activeElement instanceof HTMLIFrameElement) dismiss("outside");
    };
    addEventListener("pointerdown", outside, { capture: true });
    addEventListener("keydown", escape);
    addEventListener("blur", intoFrame);
    return () => {
      removeEventListener("blur", intoFrame);
      removeEventListener("pointerdown", outside, { capture: true });
      removeEventListener("keydown", escape);
    };
  }, [open?.menuId]);

  if (!shown) return null;
  const { menu, closingMs, place } = shown;
  const accent = theme?.accentColor ?? "#1e88e5";
  return el(
    "div",
    { class: "overlay-ground", role: "region", "aria-label": "Menu overlay", "data-mode": menu.windowMode },
    h(OverlayMenu, { key: menu.menuId, menu, sheets: sheetsOf(menu), closingMs, place, accent, act }),
  );
};

/** Whether an event target is the box of a menu. */
function isBox(target: EventTarget): boolean {
  return target instanceof Element && target.classList.contains("overlay-box");
}

/** The duration of a menu's closing animation in milliseconds, from the bridge's `player.overlay.close`. */
function animationOf(control: Control, menuId: string): number {
  const row = control.rows.current.list.findLast((row) =>
    row.name === "player.overlay.close" && row.kind === "action" && row.text.includes(JSON.stringify(menuId))
  );
  const found = row && /"animationMs":(\d+)/.exec(row.text);
  return found ? Number(found[1]) : 0;
}

const sheets = new WeakMap<OpenOverlay, CSSStyleSheet[]>();

function sheetsOf(menu: OpenOverlay): CSSStyleSheet[] {
  const known = sheets.get(menu);
  if (known) return known;
  const made = [...menu.cssReplace ? [] : [overlayStyle], ...menu.css === null ? [] : [menu.css]].map(
    (text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    },
  );
  sheets.set(menu, made);
  return made;
}
