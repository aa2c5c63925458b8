import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { StrictPlayer } from "./strict_player.ts";

Deno.test("clipboard: has no format at first", async () => {
  using strict = new StrictPlayer();
  assertEquals(await strict.ask("player.clipboard.read", {}), { text: null, files: null, hasImage: false });
});

Deno.test("clipboard: a write replaces all formats and answers the written ones", async () => {
  using strict = new StrictPlayer();
  strict.user.copy({ text: "old", hasImage: true });
  const formats = [{ format: "files" as const, data: ["/music/a.flac"] }];
  assertEquals(await strict.ask("player.clipboard.write", { formats }), { written: ["files"] });
  assertEquals(await strict.ask("player.clipboard.read", {}), {
    text: null,
    files: ["/music/a.flac"],
    hasImage: false,
  });
});

Deno.test("clipboard: holds text and html together", async () => {
  using strict = new StrictPlayer();
  const formats = [{ format: "html" as const, data: "<p>", fragment: "p" }, {
    format: "text" as const,
    data: "p",
  }];
  assertEquals(await strict.ask("player.clipboard.write", { formats }), { written: ["html", "text"] });
  assertEquals(strict.player.clipboard, { text: "p", html: "<p>", files: null, hasImage: false });
});

Deno.test("clipboard: the bridge reads what the user copies", async () => {
  using strict = new StrictPlayer();
  strict.user.copy({ text: "", hasImage: true });
  assertEquals(await strict.ask("player.clipboard.read", {}), { text: "", files: null, hasImage: true });
});
