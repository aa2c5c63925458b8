/**
 * The built-in style of menu overlays. A panel may extend or replace it (`css`, `cssReplace`). The classes stay the same:
 * `.menu`, `.item`, `.label`, `.icon`, `.check`, `.arrow`, `.separator`, `.nowplaying`, `.rating`, `.slider`, `.segmented`,
 * with `[aria-disabled]`, `[aria-checked]` and `:focus`.
 *
 * @module
 */

export const overlayStyle = `
.menu {
  min-width: 180px;
  max-width: min(340px, 94vw);
  max-height: 94vh;
  overflow: auto;
  padding: 5px;
  border-radius: 9px;
  border: 1px solid var(--menu-line);
  background: var(--menu-ground);
  color: var(--menu-text);
  font: 13.5px/1.35 system-ui, sans-serif;
}
.item {
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 30px;
  padding: 3px 9px;
  border-radius: 5px;
  cursor: default;
  outline: none;
}
.item:focus, .item[aria-expanded="true"] { background: var(--menu-mark); }
.item:focus { box-shadow: inset 0 0 0 1px var(--menu-accent); }
.item[aria-disabled="true"] { opacity: 0.5; }
.check, .icon, .arrow { flex: none; width: 16px; height: 16px; text-align: center; line-height: 16px; }
.label { flex: 1; overflow-wrap: anywhere; }
.separator { height: 1px; margin: 5px 8px; background: var(--menu-line); }
.nowplaying .label { display: flex; flex-direction: column; }
.nowplaying .title { font-weight: 600; }
.nowplaying .subtitle { opacity: 0.75; font-size: 0.92em; }
.stars { display: flex; }
.star { width: 22px; text-align: center; font-size: 17px; color: var(--menu-accent); }
.slider input { flex: 1; min-width: 90px; accent-color: var(--menu-accent); }
.slider .value { min-width: 28px; text-align: right; font-variant-numeric: tabular-nums; }
.segments { display: flex; border: 1px solid var(--menu-line); border-radius: 5px; overflow: hidden; }
.segment { padding: 2px 8px; }
.segment[aria-checked="true"] { background: var(--menu-accent); color: var(--menu-on-accent); }
.segment[aria-disabled="true"] { opacity: 0.45; }
@keyframes leave { to { opacity: 0; transform: translateY(-4px); } }
.closing .menu { animation: leave var(--closing-ms) ease-out forwards; }
`;

/** The colours of the style, by backdrop and tint. */
export function overlayColours(
  backdrop: string,
  dark: boolean,
  accent: string,
): Readonly<Record<string, string>> {
  const [ground, text, line, mark] = dark
    ? ["32 34 38", "#f0f1f3", "#ffffff2e", "#ffffff1f"]
    : ["250 250 251", "#17191c", "#00000024", "#0000000f"];
  const opacity =
    ({ acrylic: "78%", mica: "94%", "mica-alt": "88%", none: "100%" } as Readonly<Record<string, string>>)[
      backdrop
    ];
  return {
    "--menu-ground": `rgb(${ground} / ${opacity ?? "100%"})`,
    "--menu-text": text ?? "",
    "--menu-line": line ?? "",
    "--menu-mark": mark ?? "",
    "--menu-accent": accent,
    "--menu-on-accent": textOn(accent),
  };
}

/**
 * Returns black or white, whichever has the higher contrast with the background (WCAG 2.2, relative luminance).
 *
 * @param colour The background, as in `#1e88e5`.
 */
export function textOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  // Compares the contrast with black, (L + 0.05) / 0.05, and with white, 1.05 / (L + 0.05).
  return (luminance + 0.05) ** 2 > 0.05 * 1.05 ? "#000000" : "#ffffff";
}

/** Blur of the page behind a menu by backdrop, in pixels. */
export const backdropBlur: Readonly<Record<string, number>> = {
  acrylic: 18,
  mica: 6,
  "mica-alt": 10,
  none: 0,
};
