import { assertEquals } from "@std/assert";
import { localeOf } from "../../../players/mpv/app.ts";
import { canonicalPath } from "../../../players/mpv/media_access.ts";
import { assText } from "../../../players/mpv/osd_menu.ts";
import { toolActions } from "../../../players/mpv/system_clipboard.ts";
import { setDeadline } from "../../support/deadline.ts";
import { tempDirectory } from "../../support/temp_directory.ts";

setDeadline(120_000);

Deno.test("a POSIX locale becomes a BCP 47 tag", () => {
  const tags = ["de_DE.UTF-8@euro", "C.UTF-8", "POSIX", "", "zh_Hans_CN", "!!"].map(localeOf);
  assertEquals(tags, ["de-DE", "en-US", "en-US", "en-US", "zh-Hans-CN", "en-US"]);
});

Deno.test("a path has one canonical form", () => {
  assertEquals(canonicalPath("file:///a%20b/../c%"), "/c%");
  assertEquals(canonicalPath("FILE:///a%20b.wav"), "/a b.wav");
});

Deno.test("a page's text in a menu cannot contain drawing commands", () => {
  const row = { id: "a", label: "{\\p1}m 0 0{\\p0}\\N", type: "normal", enabled: true, checked: true };
  const text = assText({ rows: [row], mark: 0 });
  assertEquals(text.replace(/^\{[^}]*\}/, "").match(/(?<!\\)\{/), null);
  assertEquals(text.includes("\\N"), false);
});

Deno.test("a menu larger than the screen shows the rows around the marked one", () => {
  const rows = Array.from({ length: 100 }, (_row, index) => (
    { id: "", label: `row ${index}`, type: "normal", enabled: true, checked: false }
  ));
  const lines = (mark: number): string[] => assText({ rows, mark }).split("\\N");
  assertEquals([lines(0).length, lines(50).length, lines(99).length], [20, 20, 20]);
  assertEquals(lines(99).at(-1), "▸ row 99");
  assertEquals(lines(50).some((line) => line.startsWith("▸ row 50")), true);
});

Deno.test({
  name: "the desktop's clipboard is read and written with its tools",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using temporary = await tempDirectory();
    const directory = temporary.path;
    // A fake clipboard tool that keeps one file, named after its type. Real tools, too, hold one type at a time.
    const held = (type: string): string => `${directory}/${type.replaceAll("/", "_").replace(/;.*/, "")}`;
    const actions = toolActions({
      types: ["sh", "-c", `ls ${directory} | sed 's,_,/,'`],
      read: (type) => ["cat", held(type)],
      write: (type) => ["sh", "-c", `rm -f ${directory}/*; cat > ${held(type)}`],
    });
    const { "player.clipboard.read": read, "player.clipboard.write": write } = actions;
    assertEquals(await read({}, undefined), { text: null, files: null, hasImage: false });

    const html = { format: "html", data: "<b>x</b>", fragment: "x" } as const;
    const text = { format: "text", data: "ä\nx" } as const;
    assertEquals(await write({ formats: [html, text] }, undefined), { written: ["text"] });
    assertEquals(await read({}, undefined), { text: "ä\nx", files: null, hasImage: false });
    const files = { format: "files", data: ["/a b.wav", "/ü.wav"] } as const;
    assertEquals(await write({ formats: [{ ...files, data: [...files.data] }] }, undefined), {
      written: ["files"],
    });
    assertEquals(await read({}, undefined), { text: null, files: ["/a b.wav", "/ü.wav"], hasImage: false });
    assertEquals(await write({ formats: [html] }, undefined), { written: [] });
  },
});
