import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { htmlFormat } from "../../handlers/clipboard/mod.ts";
import { callOnce } from "../support/call_once.ts";
import { Harness, PlayerFailure, type PlayerScript } from "../support/harness.ts";
import { assertPlayerFaults } from "../support/player_faults.ts";

/** A player that allows everything and writes these formats. */
function writing(...written: ("text" | "html" | "files")[]): PlayerScript {
  return { "player.media.authorize": { denied: [] }, "player.clipboard.write": { written } };
}

/** What `player.clipboard.write` is asked for. */
function asks(...formats: unknown[]) {
  return { name: "player.clipboard.write" as const, params: { formats } };
}

const nothingWritten = { success: false, error: "Failed to write any clipboard format" };

// clipboard.read

Deno.test("clipboard.read answers what the clipboard holds", async () => {
  const { result, asked } = await callOnce(
    { "player.clipboard.read": { text: "t", files: ["C:\\a", "/b"], hasImage: true } },
    "clipboard.read",
    { text: "ignored" },
  );
  assertEquals(result, {
    success: true,
    text: "t",
    files: ["C:\\a", "/b"],
    hasText: true,
    hasFiles: true,
    hasImage: true,
  });
  assertEquals(asked, [{ name: "player.clipboard.read", params: {} }]);
});

Deno.test("clipboard.read answers an empty text and no files for formats that are not there", async () => {
  const { result } = await callOnce(
    { "player.clipboard.read": { text: null, files: null, hasImage: false } },
    "clipboard.read",
  );
  assertEquals(result, {
    success: true,
    text: "",
    files: [],
    hasText: false,
    hasFiles: false,
    hasImage: false,
  });
});

Deno.test("clipboard.read has text and files when they are there but empty", async () => {
  const { result } = await callOnce(
    { "player.clipboard.read": { text: "", files: [], hasImage: false } },
    "clipboard.read",
  );
  assertEquals(result, {
    success: true,
    text: "",
    files: [],
    hasText: true,
    hasFiles: true,
    hasImage: false,
  });
});

Deno.test("clipboard.read reports a player that fails", async () => {
  await assertPlayerFaults({
    operation: "clipboard.read",
    player: { "player.clipboard.read": { text: null, files: null, hasImage: false } },
    action: "player.clipboard.read",
    misfits: [
      {},
      { text: null, files: null },
      { text: 1, files: null, hasImage: false },
      { text: null, files: [1], hasImage: false },
      { text: null, files: "a", hasImage: false },
      { text: null, files: null, hasImage: null },
    ],
  });
});

// clipboard.write

Deno.test("clipboard.write writes the text as it is", async () => {
  for (const text of ["t", " ", "a\nb\u0000", "\ud800"]) {
    assertEquals(await callOnce(writing("text"), "clipboard.write", { text, html: "ignored" }), {
      result: { success: true },
      asked: [asks({ format: "text", data: text })],
    });
  }
});

Deno.test("clipboard.write requires a text", async () => {
  for (const params of [undefined, {}, { text: null }, { text: "" }, { Text: "t" }]) {
    assertEquals(await callOnce(writing("text"), "clipboard.write", params), {
      result: { success: false, error: "text is required" },
      asked: [],
    });
  }
});

Deno.test("clipboard.write refuses a text that is no string", async () => {
  for (const text of [0, 1, false, [], {}, ["t"]]) {
    assertEquals(await callOnce(writing("text"), "clipboard.write", { text }), {
      result: { success: false, error: "text must be a string" },
      asked: [],
    });
  }
});

Deno.test("clipboard.write fails when the player has not written the text", async () => {
  assertEquals((await callOnce(writing(), "clipboard.write", { text: "t" })).result, nothingWritten);
  assertEquals(
    (await callOnce(writing("html", "files"), "clipboard.write", { text: "t" })).result,
    nothingWritten,
  );
});

// clipboard.writeFiles

const writeFiles = "clipboard.writeFiles";

/** Asserts that paths are refused before the player is asked anything. */
async function refuses(paths: unknown, error: string): Promise<void> {
  assertEquals(await callOnce(writing("files"), writeFiles, { paths }), {
    result: { success: false, error },
    asked: [],
  });
}

Deno.test("clipboard.writeFiles writes the paths as given, once all may be read", async () => {
  const paths = [
    "C:\\Music\\R.E.M..flac",
    "/music/Who....flac",
    "\\\\server\\share\\a",
    "C:\\Music\\R.E.M..flac",
  ];
  assertEquals(await callOnce(writing("files"), writeFiles, { paths }), {
    result: { success: true, fileCount: 4 },
    asked: [
      { name: "player.media.authorize", params: { paths } },
      asks({ format: "files", data: paths }),
    ],
  });
});

Deno.test("clipboard.writeFiles requires an array of paths", async () => {
  for (const paths of [undefined, null, "/a", 1, true, {}, { length: 1, 0: "/a" }]) {
    await refuses(paths, "paths array is required");
  }
  assertEquals((await callOnce(writing("files"), writeFiles)).result, {
    success: false,
    error: "paths array is required",
  });
});

Deno.test("clipboard.writeFiles refuses an empty array", async () => {
  await refuses([], "paths array is empty");
});

Deno.test("clipboard.writeFiles refuses the first element that is no string", async () => {
  for (const wrong of [1, null, true, ["/a"], {}]) {
    await refuses(["/a", wrong, 2], "paths[1] must be a string");
  }
});

Deno.test("clipboard.writeFiles looks at the types of all elements before anything else", async () => {
  await refuses(["", "x".repeat(3000), "\\\\.\\pipe\\x", 1], "paths[3] must be a string");
});

Deno.test("clipboard.writeFiles takes a path of 2048 characters and refuses one of 2049", async () => {
  const longest = `/${"é".repeat(2047)}`;
  assertEquals((await callOnce(writing("files"), writeFiles, { paths: [longest] })).result, {
    success: true,
    fileCount: 1,
  });
  await refuses(["/a", `${longest}x`, `${longest}x`], "paths[1] exceeds maximum length (2048)");
});

Deno.test("clipboard.writeFiles refuses a path by its form", async () => {
  for (
    const [path, reason] of [
      ["", "Empty path"],
      ["\\\\.\\PhysicalDrive0", "Device paths are not allowed"],
      ["\\\\?\\C:\\a", "Device paths are not allowed"],
      ["/a\u0000b", "Invalid path format"],
      ["/a/../b", "Path traversal detected"],
      ["music/a.flac", "Invalid path format"],
      ["C:a.flac", "Invalid path format"],
    ] as const
  ) {
    await refuses(["/a", path], `paths[1]: ${reason}`);
  }
});

Deno.test("clipboard.writeFiles reports the first path that its form or its length refuses, length first", async () => {
  const tooLong = "x".repeat(2049);
  await refuses([tooLong], "paths[0] exceeds maximum length (2048)");
  await refuses(["/a", "", tooLong], "paths[1]: Empty path");
  await refuses(["/a", tooLong, ""], "paths[1] exceeds maximum length (2048)");
});

Deno.test("clipboard.writeFiles reports the lowest index that the player refuses and writes nothing", async () => {
  const harness = new Harness({
    player: {
      ...writing("files"),
      "player.media.authorize": {
        denied: [{ index: 2, reason: "later" }, { index: 1, reason: "not yours" }],
      },
    },
  });
  assertEquals(await harness.call(writeFiles, { paths: ["/a", "/b", "/c"] }), {
    success: false,
    error: "paths[1]: not yours",
  });
  assertEquals(harness.asked.map(({ name }) => name), ["player.media.authorize"]);
  await harness.close();
});

Deno.test("clipboard.writeFiles reports what its own check refuses before what the player would", async () => {
  const harness = new Harness({
    player: { ...writing("files"), "player.media.authorize": { denied: [{ index: 0, reason: "no" }] } },
  });
  assertEquals(await harness.call(writeFiles, { paths: ["/a", "b"] }), {
    success: false,
    error: "paths[1]: Invalid path format",
  });
  await harness.close();
});

Deno.test("clipboard.writeFiles fails when the player has not written the files", async () => {
  for (const written of [[], ["text"], ["text", "html"]] as const) {
    assertEquals((await callOnce(writing(...written), writeFiles, { paths: ["/a"] })).result, nothingWritten);
  }
});

Deno.test("clipboard.writeFiles reports a player that cannot tell whether the paths may be read", async () => {
  await assertPlayerFaults({
    operation: writeFiles,
    params: { paths: ["/a"] },
    player: writing("files"),
    action: "player.media.authorize",
    misfits: [{}, { denied: null }, { denied: [{ index: -1, reason: "x" }] }, { denied: [{ index: 0 }] }],
  });
});

Deno.test("clipboard.writeFiles writes nothing when the player fails to authorize", async () => {
  const harness = new Harness({
    player: {
      ...writing("files"),
      "player.media.authorize": () => {
        throw new PlayerFailure();
      },
    },
  });
  await harness.call(writeFiles, { paths: ["/a"] });
  assertEquals(harness.asked.map(({ name }) => name), ["player.media.authorize"]);
  await harness.close();
});

// clipboard.writeHTML

const writeHTML = "clipboard.writeHTML";

Deno.test("clipboard.writeHTML writes the HTML Format and the plain text", async () => {
  assertEquals(await callOnce(writing("html", "text"), writeHTML, { html: "<b>é</b>", plainText: "é" }), {
    result: { success: true, htmlWritten: true, textWritten: true },
    asked: [asks({ format: "html", data: htmlFormat("<b>é</b>") }, { format: "text", data: "é" })],
  });
});

Deno.test("clipboard.writeHTML falls back to the html string without a plain text", async () => {
  for (const plainText of [undefined, null, ""]) {
    const { asked } = await callOnce(writing("html", "text"), writeHTML, { html: "<b>x</b>", plainText });
    assertEquals(asked, [
      asks({ format: "html", data: htmlFormat("<b>x</b>") }, { format: "text", data: "<b>x</b>" }),
    ]);
  }
});

Deno.test("clipboard.writeHTML keeps a plain text of blanks", async () => {
  const { asked } = await callOnce(writing("html", "text"), writeHTML, { html: "h", plainText: " " });
  assertEquals(asked, [asks({ format: "html", data: htmlFormat("h") }, { format: "text", data: " " })]);
});

Deno.test("clipboard.writeHTML tells which of the formats were written", async () => {
  assertEquals((await callOnce(writing("html"), writeHTML, { html: "h" })).result, {
    success: true,
    htmlWritten: true,
    textWritten: false,
  });
  assertEquals((await callOnce(writing("text", "text"), writeHTML, { html: "h" })).result, {
    success: true,
    htmlWritten: false,
    textWritten: true,
  });
});

Deno.test("clipboard.writeHTML fails without further fields when neither format was written", async () => {
  assertEquals((await callOnce(writing(), writeHTML, { html: "h" })).result, nothingWritten);
  assertEquals((await callOnce(writing("files"), writeHTML, { html: "h" })).result, nothingWritten);
});

Deno.test("clipboard.writeHTML requires html", async () => {
  for (
    const params of [undefined, {}, { html: null }, { html: "" }, { html: "", plainText: 1 }, {
      plainText: "p",
    }]
  ) {
    assertEquals(await callOnce(writing("html", "text"), writeHTML, params), {
      result: { success: false, error: "html is required" },
      asked: [],
    });
  }
});

Deno.test("clipboard.writeHTML refuses what is no string, html first", async () => {
  for (const wrong of [1, 0, false, [], {}]) {
    const both = await callOnce(writing("html", "text"), writeHTML, { plainText: wrong, html: wrong });
    assertEquals(both, { result: { success: false, error: "html must be a string" }, asked: [] });
    const second = await callOnce(writing("html", "text"), writeHTML, { plainText: wrong, html: "h" });
    assertEquals(second, { result: { success: false, error: "plainText must be a string" }, asked: [] });
  }
});

for (
  const [operation, params, format] of [
    ["clipboard.write", { text: "t" }, "text"],
    [writeFiles, { paths: ["/a"] }, "files"],
    [writeHTML, { html: "h" }, "html"],
  ] as const
) {
  Deno.test(`${operation} reports a player that cannot write`, async () => {
    await assertPlayerFaults({
      operation,
      params,
      player: writing(format),
      action: "player.clipboard.write",
      misfits: [{}, { written: null }, { written: ["image"] }, { written: format }],
    });
  });

  Deno.test(`${operation} asks in the name of the calling panel`, async () => {
    const harness = new Harness({ player: writing(format) });
    await harness.call(operation, params, { panel: "p7" });
    assertEquals(new Set(harness.asked.map(({ panel }) => panel)), new Set(["p7"]));
    await harness.close();
  });
}

Deno.test("clipboard.writeHTML succeeds exactly when a format that it asked for was written", async () => {
  const formats = fc.array(fc.constantFrom("text" as const, "html" as const, "files" as const));
  await fc.assert(fc.asyncProperty(formats, async (written) => {
    const { result } = await callOnce(writing(...written), writeHTML, { html: "h" });
    const htmlWritten = written.includes("html");
    const textWritten = written.includes("text");
    assertEquals(
      result,
      htmlWritten || textWritten ? { success: true, htmlWritten, textWritten } : nothingWritten,
    );
  }));
});
