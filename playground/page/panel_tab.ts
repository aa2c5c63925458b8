/**
 * An existing panel in a tab of its own. Its frame fills the window, and menus and dialogs are drawn over it.
 */

import { type FunctionComponent, h } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Control } from "./control.ts";
import { DialogView } from "./dialog_view.ts";
import { OverlayView } from "./overlay_view.ts";
import { PagePanel } from "./page_panel.ts";
import { panelFrame } from "./panel_card.ts";
import { el, useValue } from "./ui.ts";

/** The fragment of a tab's address. Once the panel is open, `=` and the panel's name follow. */
export const TAB_HASH = "#panel";

export const PanelTab: FunctionComponent<{ readonly control: Control }> = ({ control }) => {
  // The panel's origin, and with it its storage, depends on its name, so the address keeps the name.
  const [panel] = useState(() => new PagePanel(nameIn(location.hash) ?? "tab", true));
  const connection = useValue(control.connection);
  const generation = useValue(control.generation);
  const info = useValue(panel.info);
  const defect = useValue(panel.defect);
  const isInPlace = info?.tab?.startsWith(`${location.origin}/`) === true;
  useEffect(() => {
    if (generation > 0) void panel.open(control);
  }, [generation]);
  useEffect(() => {
    if (info?.tab === undefined) return;
    document.title = `Panel ${info.name}`;
    const address = `${info.tab}${TAB_HASH}=${encodeURIComponent(info.name)}`;
    if (isInPlace) return history.replaceState(null, "", address);
    // Close the panel first: the page at that address opens it again under the same name.
    void panel.close(control).then(() => location.replace(address));
  }, [info]);
  return el(
    "div",
    { class: "tab" },
    info && isInPlace && connection === "open"
      ? panelFrame(info, { onLoad: ({ currentTarget }) => currentTarget.focus() })
      : el("p", { role: "status" }, defect || "Connecting to the playground…"),
    h(OverlayView, { control }),
    h(DialogView, { control }),
  );
};

function nameIn(hash: string): string | undefined {
  const name = hash.slice(TAB_HASH.length + 1);
  try {
    return decodeURIComponent(name) || undefined;
  } catch {
    // decodeURIComponent throws a URIError for invalid percent-encoding.
    return undefined;
  }
}
