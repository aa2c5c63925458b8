/** Parts of Markdown text. */

/** Joins the parts of a page with a blank line between them. */
export function page(parts: readonly string[]): string {
  return `${parts.join("\n\n")}\n`;
}

/** Makes a table; line breaks and `|` in cells are escaped. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows.map((row) => row.map(cell))]
    .map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** Formats text as code. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** Returns the anchor that GitHub gives a heading. */
export function anchorOf(heading: string): string {
  return heading.toLowerCase().replace(/[^a-z0-9_ -]/g, "").replaceAll(" ", "-");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
}
