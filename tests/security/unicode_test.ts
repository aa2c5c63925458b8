import { assert, assertEquals } from "@std/assert";
import { extensionNames } from "../../host_stdio/api/extension_names.ts";
import { root } from "../../tools/tree.ts";
import { inDirectory, isWindows, namesIn } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { PipedBridge } from "../support/piped_bridge.ts";
import { callText, type Message, RawBridge } from "./support.ts";

setDeadline(120_000);

Deno.test("no log file name leaves the log directory or names a device", () =>
  inDirectory(async (parent) => {
    const logDirectory = `${parent}/logs`;
    await Deno.mkdir(logDirectory);
    await using bridge = new RawBridge({ logDirectory });
    const refused = [
      "../x.log",
      "..\\x.log",
      "a/x.log",
      "a\\x.log",
      "/x.log",
      "C:x.log",
      "x.log:stream.log",
      "x.log\u0000.log",
      "x\u0085.log",
      "x\u009f.log",
      "x.log ",
      "x.log.",
      " x.log",
      ".x.log",
      "..\u2215x.log",
      "x.lo\u0261",
      "x.\u017fog",
      "CON.log",
      "con .log",
      "com\u00b9.txt",
      "LPT\u00b3.log",
      "CONIN$.log",
      "conout$.x.log",
      "aux.a.b.txt",
      `${"é".repeat(126)}.log`,
      "x.log\n",
      "",
      ".log",
    ];
    for (const file of refused) {
      const [{ result }] = await bridge.ask(
        callText(1, "log.write", JSON.stringify({ message: "m", file })),
      );
      assertEquals(result, { success: false, error: "Invalid log file name" }, JSON.stringify(file));
    }
    assertEquals(await namesIn(parent), ["logs"]);
    assertEquals(await namesIn(logDirectory), []);
  }));

Deno.test({
  name: "a log file name that looks like a path creates one file in the log directory",
  // File systems of other systems treat these characters differently.
  ignore: isWindows || Deno.build.os === "darwin",
  fn: () =>
    inDirectory(async (parent) => {
      const logDirectory = `${parent}/logs`;
      await Deno.mkdir(logDirectory);
      await using bridge = new RawBridge({ logDirectory });
      const names = [
        "\u2215x.log",
        "\u2024\u2024\uff0fx.log",
        "\uff0e\uff0e\uff3cx.log",
        "%2e%2e%2fx.log",
        "x\u202egol.txt",
        "\u200bCON.log",
        "\uff23\uff2f\uff2e.log",
        "\u212a.log",
        "e\u0301.log",
        "\u00e9.log",
        "~.log",
        "$HOME.log",
        "`id`.log",
        "😀.log",
        `${"a".repeat(251)}.log`,
      ];
      for (const file of names) {
        const params = JSON.stringify({ message: "m", file, timestamp: false });
        const [{ result }] = await bridge.ask(callText(1, "log.write", params));
        assertEquals(result, { success: true, path: `${logDirectory}/${file}` });
      }
      assertEquals((await namesIn(logDirectory)).sort(), [...names].sort());
      assertEquals(await namesIn(parent), ["logs"]);
    }),
});

Deno.test("a lone surrogate in a log file name becomes U+FFFD, in the answer too", () =>
  inDirectory(async (logDirectory) => {
    await using bridge = new RawBridge({ logDirectory });
    const [{ result }] = await bridge.ask(callText(1, "log.write", '{"message":"m","file":"a\\ud800.log"}'));
    assert(result.path.endsWith("a\ufffd.log"));
    assertEquals(await namesIn(logDirectory), ["a\ufffd.log"]);
  }));

const guid = "{0A1B2C3D-0000-4000-8000-000000000001}";

/** A player whose main menu has commands with these labels. */
function menuOf(...labels: string[]): (action: Message) => string {
  return ({ id, method }) => {
    const nodes = labels.map((label, index) => ({
      type: "command",
      label,
      commandId: index,
      guid: guid.replace(/1}$/, `${index}}`),
      enabled: true,
      checked: false,
    }));
    return JSON.stringify({
      jsonrpc: "2.0",
      id,
      result: method === "player.menu.build" ? { nodes } : { executed: true },
    });
  };
}

async function runByName(labels: string[], command: string): Promise<Message> {
  const bridge = new RawBridge({ answer: menuOf(...labels) });
  const [{ result }] = await bridge.ask(callText(1, "menu.runMainMenuCommand", JSON.stringify({ command })));
  await bridge.end();
  return result;
}

Deno.test("a command name does not match look-alike labels", async () => {
  const strangers: [label: string, command: string][] = [
    ["Exit", "Ex\u0456t"],
    ["Exit", "E\u200bxit"],
    ["Exit", "\u202eExit"],
    ["Exit", "Exit\u0000"],
    ["Exit", "\uff25xit"],
    ["e\u0301dit", "\u00e9dit"],
    ["Exit", "Exit\u2026\u2026"],
    ["Exit", "Exit/Exit"],
    ["Exit", "__proto__"],
  ];
  for (const [label, command] of strangers) {
    const { success, code } = await runByName([label], command);
    assertEquals([success, code], [false, "MENU_COMMAND_NOT_FOUND"], JSON.stringify(command));
  }
});

Deno.test("no command is run if several labels fold to the same name", async () => {
  const twins: [one: string, other: string, command: string][] = [
    ["Stra\u00dfe", "STRASSE", "strasse"],
    ["\u212aey", "key", "KEY"],
    ["Exit", "E&xit...", "exit"],
    ["\ufb00", "FF", "ff"],
  ];
  for (const [one, other, command] of twins) {
    const { success, code, candidates } = await runByName([one, other], command);
    assertEquals([success, code, candidates?.length], [false, "MENU_MATCH_AMBIGUOUS", 2], command);
  }
  // A dotless i is a different letter.
  for (const command of ["i", "\u0131"]) {
    assertEquals((await runByName(["I", "\u0131"], command)).success, true, command);
  }
});

Deno.test("labels and texts of any characters pass through unchanged", async () => {
  const label = "\u202eabc\u202c \u0000 \ud800 \ufeff \u2028 <script> 😀";
  await using bridge = new RawBridge({ answer: menuOf(label) });
  const [{ result }] = await bridge.ask(callText(1, "menu.getMainMenu", '{"locale":"de"}'));
  assertEquals([result.items[0].label, result.items[0].displayLabel], [label, label]);
  const rows = { items: [{ id: label, label }] };
  await bridge.ask(callText(1, "menu.show", JSON.stringify(rows)));
  const opened = bridge.actions.find(({ method }) => method === "player.overlay.open");
  assertEquals([opened.params.items[0].id, opened.params.items[0].label], [label, label]);
});

Deno.test("media paths with hidden parts do not reach the player", async () => {
  await using bridge = new RawBridge({
    answer: ({ id }: Message) =>
      JSON.stringify({ jsonrpc: "2.0", id, result: { denied: [], written: ["files"] } }),
  });
  const hidden: [path: string, error: string][] = [
    ["/music/../../etc/passwd", "Path traversal detected"],
    ["/music/.. /x", "Path traversal detected"],
    ["/music/.../x", "Path traversal detected"],
    ["C:\\music\\..\\x", "Path traversal detected"],
    ["file:///music/%2e%2e/x", "Path traversal detected"],
    ["file:///music/%2E./x", "Path traversal detected"],
    ["zip:///a.zip/%2e%2e/x", "Path traversal detected"],
    ["\\\\.\\PhysicalDrive0", "Device paths are not allowed"],
    ["//?/C:/x", "Device paths are not allowed"],
    ["\\??\\C:\\x", "Device paths are not allowed"],
    ["/music/a\u0000.mp3", "Invalid path format"],
    ["file:///music/a%00.mp3", "Invalid path format"],
    ["/music/a\u009b.mp3", "Invalid path format"],
    ["music/a.mp3", "Invalid path format"],
    ["javascript:alert(1)", "Invalid path format"],
  ];
  for (const [path, error] of hidden) {
    const [{ result }] = await bridge.ask(
      callText(1, "clipboard.writeFiles", JSON.stringify({ paths: ["/ok", path] })),
    );
    assertEquals(result, { success: false, error: `paths[1]: ${error}` });
  }
  assertEquals(bridge.actions, []);
});

Deno.test("only the operations that SECURITY.md names pass on a media path with hidden parts", () =>
  inDirectory(async (logDirectory) => {
    await using bridge = new PipedBridge(logDirectory);
    await bridge.initialize({ extensions: extensionNames });
    const passedOn = new Set<string>();
    const { methods }: { methods: { name: string; params: { name: string }[] }[] } = JSON.parse(
      await Deno.readTextFile(new URL("docs/openrpc.json", root)),
    );
    for (const { name, params } of methods) {
      // The items of a menu are no paths.
      if (/^(?:menu|ui)\.show(?:ContextMenu)?$/.test(name)) continue;
      const names = params.map((each) => each.name);
      for (const key of names.filter((each) => /^(?:path|url|item|handle|track)s?$/.test(each))) {
        for (const text of ["/marked/../x", "//./marked", "/marked\u0007"]) {
          for (
            const value of [text, [text], { path: text }, [{ path: text }], [{ url: text, trackId: "a" }]]
          ) {
            bridge.asked.length = 0;
            const others = { playlist: 0, trackId: "a", pattern: "a", fields: { a: "a" }, expression: "a" };
            await bridge.call(name, { ...others, [key]: value });
            if (JSON.stringify(bridge.asked).includes("marked")) passedOn.add(name);
          }
        }
      }
    }
    assertEquals([...passedOn].toSorted(), [
      "jitQueue.enqueueNext",
      "jitQueue.playNow",
      "jitQueue.preloadBatch",
      "queue.addPaths",
      "selection.set",
    ]);
  }));
