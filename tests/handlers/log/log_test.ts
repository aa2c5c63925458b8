import { assertEquals, assertMatch } from "@std/assert";
import { Harness } from "../../support/harness.ts";
import { inDirectory, isWindows, namesIn } from "./support.ts";

/** Runs a test with a bridge whose log directory is new and empty. */
function logTest(
  name: string,
  test: (harness: Harness, directory: string) => Promise<void>,
  ignore = false,
): void {
  Deno.test({
    name,
    ignore,
    fn: () =>
      inDirectory(async (directory) => {
        const harness = new Harness({ logDirectory: directory });
        await test(harness, directory);
        await harness.close();
      }),
  });
}

const text = (directory: string, file = "webview_ui.log") => Deno.readTextFile(`${directory}/${file}`);

/** A value of each type that is none of those left out. */
function otherThan(...types: string[]): unknown[] {
  const values: Record<string, unknown> = {
    string: "1",
    number: 1,
    boolean: true,
    array: [1],
    object: { a: 1 },
  };
  return Object.entries(values).filter(([type]) => !types.includes(type)).map(([, value]) => value);
}

logTest(
  "log.write appends a line with local time, level and message to the component log",
  async (harness, directory) => {
    const time = new Date(harness.clock.now());
    // Sweden writes dates as the log does.
    const local = `${time.toLocaleDateString("sv-SE")} ${time.toLocaleTimeString("sv-SE")}.678`;
    assertEquals(await harness.call("log.write", { message: "hello" }), {
      success: true,
      path: `${directory}${isWindows ? "\\" : "/"}webview_ui.log`,
    });
    assertEquals(await text(directory), `[${local}][INFO] hello\n`);
  },
);

logTest("log.write takes the time at which the call arrives", async (harness, directory) => {
  const first = harness.call("log.write", { message: "a" });
  harness.clock.advance(60_000);
  await Promise.all([first, harness.call("log.write", { message: "b" })]);
  const [a = "", b = ""] = (await text(directory)).split("\n");
  assertMatch(a, /:04:05\.678\]\[INFO\] a$/);
  assertMatch(b, /:05:05\.678\]\[INFO\] b$/);
});

logTest("log.write serialises a message that is no string, and joins args", async (harness, directory) => {
  const write = (params: object) => harness.call("log.write", { ...params, timestamp: false });
  for (const message of [null, 5, false, { a: [1] }, ["b"]]) await write({ message });
  await write({ args: ["x", 1, null, { y: 2 }] });
  await write({ message: "m", args: ["ignored"] });
  await write({ message: "m", args: "ignored" });
  assertEquals(
    await text(directory),
    ["null", "5", "false", '{"a":[1]}', '["b"]', 'x 1 null {"y":2}', "m", "m"]
      .map((line) => `[INFO] ${line}\n`).join(""),
  );
});

logTest(
  "log.write writes UTF-8 without byte order mark, and half a surrogate pair as U+FFFD",
  async (harness, directory) => {
    await harness.call("log.write", { message: "grün 日本 😀", timestamp: false });
    await harness.call("log.write", { message: "\ud83d", timestamp: false });
    assertEquals(
      await Deno.readFile(`${directory}/webview_ui.log`),
      new TextEncoder().encode("[INFO] grün 日本 😀\n[INFO] \ufffd\n"),
    );
  },
);

logTest("log.write takes any text as level, in upper case", async (harness, directory) => {
  for (const level of ["warn", "ERROR", "", "my level"]) {
    await harness.call("log.write", { message: "m", level, timestamp: false });
  }
  assertEquals(await text(directory), "[WARN] m\n[ERROR] m\n[] m\n[MY LEVEL] m\n");
});

logTest("log.write takes null for every optional parameter as left out", async (harness, directory) => {
  await harness.call("log.write", { message: "a", timestamp: false });
  const nulls = { args: null, file: null, level: null, append: null, timestamp: null };
  assertEquals((await harness.call("log.write", { message: "b", ...nulls }))["success"], true);
  assertMatch(await text(directory), /^\[INFO\] a\n\[[-0-9]{10} [:.0-9]{12}\]\[INFO\] b\n$/);
});

logTest("log.write empties the file first when append is false", async (harness, directory) => {
  const write = (message: string, append: boolean) =>
    harness.call("log.write", { message, append, timestamp: false });
  await write("a", true);
  await write("b", false);
  await write("c", true);
  assertEquals(await text(directory), "[INFO] b\n[INFO] c\n");
});

logTest("log.write writes to the file named", async (harness, directory) => {
  for (const file of ["other.log", "NOTES.TXT", "日本 1.log"]) {
    const { path } = await harness.call("log.write", { message: file, file, timestamp: false });
    assertEquals(await Deno.readTextFile(String(path)), `[INFO] ${file}\n`);
    assertEquals(await text(directory, file), `[INFO] ${file}\n`);
  }
});

logTest("log.write refuses a name that is no log file's", async (harness, directory) => {
  for (
    const file of [
      "",
      "a",
      "../a.log",
      "..\\a.log",
      "/tmp/a.log",
      "C:a.log",
      "a/b.log",
      "NUL.log",
      "com¹.txt",
      " a.log",
      ".log",
      "a.log\u0000",
      "a".repeat(252) + ".log",
      ...otherThan("string"),
    ]
  ) {
    assertEquals(
      await harness.call("log.write", { message: "m", file }),
      { success: false, error: "Invalid log file name" },
      JSON.stringify(file),
    );
  }
  assertEquals(await namesIn(directory), []);
});

logTest("log.write wants a message", async (harness, directory) => {
  for (
    const params of [{}, { message: "" }, { args: [] }, { args: null }, { args: [""] }, {
      message: "",
      args: ["a"],
    }]
  ) {
    assertEquals(await harness.call("log.write", params), { success: false, error: "message is required" });
  }
  assertEquals(await namesIn(directory), []);
});

logTest("log.write refuses wrong types", async (harness, directory) => {
  const refuses = async (params: object, error: string) =>
    assertEquals(await harness.call("log.write", params), { success: false, error });
  for (const args of otherThan("array")) await refuses({ args }, "args must be an array");
  for (const level of otherThan("string")) await refuses({ message: "m", level }, "level must be a string");
  for (const append of otherThan("boolean")) {
    await refuses({ message: "m", append }, "append must be a boolean");
  }
  for (const timestamp of otherThan("boolean")) {
    await refuses({ message: "m", timestamp }, "timestamp must be a boolean");
  }
  assertEquals(await namesIn(directory), []);
});

logTest(
  "log.write judges message, file, level, append, timestamp and the disk in this order",
  async (harness, directory) => {
    await Deno.mkdir(`${directory}/folder.log`);
    const params: Record<string, unknown> = { timestamp: 1, append: 1, level: 1, file: "/a", message: "" };
    const good = { message: "m", file: "folder.log", level: "info", append: true, timestamp: true };
    for (
      const [key, error] of [
        ["message", "message is required"],
        ["file", "Invalid log file name"],
        ["level", "level must be a string"],
        ["append", "append must be a boolean"],
        ["timestamp", "timestamp must be a boolean"],
        [undefined, "Not a regular file"],
      ] as const
    ) {
      assertEquals(await harness.call("log.write", params), { success: false, error });
      if (key) params[key] = good[key];
    }
  },
);

logTest("log.write, log.read and log.clear refuse what is no regular file", async (harness, directory) => {
  const refusal = { success: false, error: "Not a regular file" };
  const path = `${directory}/webview_ui.log`;
  await Deno.mkdir(path);
  const write = { message: "m", append: false };
  const all = () =>
    Promise.all([harness.call("log.write", write), harness.call("log.read"), harness.call("log.clear")]);
  assertEquals(await all(), [refusal, refusal, refusal]);
  await Deno.remove(path);
  await Deno.writeTextFile(`${directory}/target`, "target");
  await Deno.symlink(`${directory}/target`, path);
  assertEquals(await all(), [refusal, refusal, refusal]);
  await Deno.remove(path);
  await Deno.link(`${directory}/target`, path);
  assertEquals(await all(), [refusal, refusal, refusal]);
  assertEquals(await text(directory, "target"), "target");
}, isWindows);

Deno.test("log.write says so when there is no log directory; log.read and log.clear find no file", async () => {
  const harness = new Harness();
  assertEquals(await harness.call("log.write", { message: "m" }), {
    success: false,
    error: "Cannot write the log file: the log directory does not exist",
  });
  assertEquals((await harness.call("log.read"))["totalLines"], 0);
  assertEquals(await harness.call("log.clear"), { success: true });
  assertEquals(harness.reported.map(({ level }) => level), ["warning"]);
  await harness.close();
});

logTest("log.write keeps lines with line ends in them as they are", async (harness, directory) => {
  await harness.call("log.write", { message: "a\nb\r\n", timestamp: false });
  assertEquals(await text(directory), "[INFO] a\nb\r\n\n");
});

logTest(
  "log.write of a call that was cancelled before its turn writes nothing",
  async (harness, directory) => {
    const controller = new AbortController();
    const first = harness.call("log.write", { message: "a", timestamp: false });
    const second = harness.call("log.write", { message: "b" }, { signal: controller.signal }).catch(String);
    controller.abort();
    await first;
    assertEquals(await second, "CancelledError: Request cancelled");
    assertEquals(await text(directory), "[INFO] a\n");
  },
);

logTest("log.read gives the last 100 lines unless told otherwise", async (harness, directory) => {
  const all = Array.from({ length: 101 }, (_, index) => `line ${index}`);
  await Deno.writeTextFile(`${directory}/webview_ui.log`, all.join("\r\n") + "\n");
  const expected = (lines: string[]) => ({
    success: true,
    content: lines.join("\n"),
    lines,
    lineCount: lines.length,
    totalLines: 101,
  });
  assertEquals(await harness.call("log.read"), expected(all.slice(1)));
  assertEquals(await harness.call("log.read", { lines: null }), expected(all.slice(1)));
  assertEquals(await harness.call("log.read", { lines: 101 }), expected(all));
  assertEquals(await harness.call("log.read", { lines: 2 }), expected(["line 99", "line 100"]));
  assertEquals(await harness.call("log.read", { lines: 1.0 }), expected(["line 100"]));
  assertEquals(await harness.call("log.read", { lines: 0 }), expected([]));
  assertEquals(await harness.call("log.read", { lines: -0 }), expected([]));
  assertEquals(await harness.call("log.read", { lines: Number.MAX_SAFE_INTEGER }), expected(all));
});

logTest("log.read reads a missing or empty component log as empty", async (harness, directory) => {
  const empty = { success: true, content: "", lines: [], lineCount: 0, totalLines: 0 };
  assertEquals(await harness.call("log.read"), empty);
  assertEquals(await namesIn(directory), []);
  await Deno.writeTextFile(`${directory}/webview_ui.log`, "");
  assertEquals(await harness.call("log.read"), empty);
});

logTest("log.read refuses lines that are negative or no integer", async (harness) => {
  for (const lines of [-1, -(2 ** 53 - 1)]) {
    assertEquals(await harness.call("log.read", { lines }), {
      success: false,
      error: "lines must be non-negative",
    });
  }
  for (const lines of [1.5, -0.5, 2 ** 53, -(2 ** 53), 1e300, ...otherThan("number")]) {
    assertEquals(await harness.call("log.read", { lines }), {
      success: false,
      error: "lines must be an integer",
    });
  }
});

logTest("log.read reads only the component log", async (harness) => {
  await harness.call("log.write", { message: "m", file: "other.log" });
  assertEquals((await harness.call("log.read", { file: "other.log" }))["totalLines"], 0);
});

logTest("log.clear truncates the component log and nothing else", async (harness, directory) => {
  await harness.call("log.write", { message: "a" });
  await harness.call("log.write", { message: "b", file: "other.log", timestamp: false });
  assertEquals(await harness.call("log.clear"), { success: true });
  assertEquals([await text(directory), await text(directory, "other.log")], ["", "[INFO] b\n"]);
});

logTest("log.clear of a missing file succeeds and creates nothing", async (harness, directory) => {
  assertEquals(await harness.call("log.clear"), { success: true });
  assertEquals(await namesIn(directory), []);
});

logTest("log operations never ask the player and send no event", async (harness) => {
  await harness.call("log.write", { message: "a" });
  await harness.call("log.read");
  await harness.call("log.clear");
  assertEquals([harness.asked, harness.events], [[], []]);
});

logTest("log lines that were accepted are written when the connection ends", async (harness, directory) => {
  const writes = ["a", "b", "c"].map((message) => harness.call("log.write", { message, timestamp: false }));
  await harness.close();
  assertEquals(await text(directory), "[INFO] a\n[INFO] b\n[INFO] c\n");
  await Promise.all(writes);
});
