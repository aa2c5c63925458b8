import "../../support/deadline.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { inDirectory, isWindows, namesIn } from "../../handlers/log/support.ts";
import { BridgeProcess, request } from "../../support/bridge_process.ts";

// Manual tests of behaviour on Windows. They also run with the Windows build of Deno under Wine.

function windowsTest(name: string, test: (directory: string) => Promise<void>): void {
  const reason = isWindows ? "" : " (not here: this is not Windows)";
  Deno.test({ name: name + reason, ignore: !isWindows, fn: () => inDirectory(test) });
}

async function ask(bridge: BridgeProcess, method: string, params: object = {}): Promise<unknown> {
  return (await bridge.ask(request(1, method, params))).result;
}

windowsTest("--log-dir accepts every form of a Windows path", async (directory) => {
  await Deno.mkdir(`${directory}\\logs`);
  const drive = directory.slice(0, 2);
  const ways = [
    "logs",
    ".\\logs\\",
    `${directory}\\logs`,
    `${directory.replaceAll("\\", "/")}/logs`,
    `${drive.toLowerCase()}${directory.slice(2).toLowerCase()}/LOGS/`,
    `${directory.slice(2)}\\logs`,
    `\\\\?\\${directory}\\logs`,
  ];
  for (const way of ways) {
    await using bridge = await BridgeProcess.start({ directory, flags: [`--log-dir=${way}`] });
    const { path } = await ask(bridge, "log.write", { message: way }) as { path: string };
    assertEquals(path.toLowerCase(), `${directory}\\logs\\webview_ui.log`.toLowerCase(), way);
  }
  const text = await Deno.readTextFile(`${directory}\\logs\\webview_ui.log`);
  assertEquals(text.trimEnd().split("\n").length, ways.length);
});

windowsTest(
  "--log-dir refuses a share and another drive that the permissions do not grant",
  async (directory) => {
    for (const way of ["\\\\server\\share\\logs", "\\\\.\\C:\\", "C:\\Windows", "C:.."]) {
      await using bridge = await BridgeProcess.start({ directory, flags: [`--log-dir=${way}`] });
      const { code, stderr } = await bridge.end();
      assertEquals(code, 2, way);
      assertStringIncludes(stderr, `--log-dir ${JSON.stringify(way)}`);
    }
  },
);

windowsTest(
  "a log file with CRLF line ends is read without them and continued with LF",
  async (directory) => {
    await Deno.writeTextFile(`${directory}\\webview_ui.log`, "a\r\nb\r\n");
    await using bridge = await BridgeProcess.start({ directory });
    await ask(bridge, "log.write", { message: "c", timestamp: false });
    const { lines } = await ask(bridge, "log.read") as { lines: string[] };
    assertEquals(lines, ["a", "b", "[INFO] c"]);
    assertEquals(await Deno.readTextFile(`${directory}\\webview_ui.log`), "a\r\nb\r\n[INFO] c\n");
  },
);

windowsTest(
  "a log file may be opened by others, removed and created again while the bridge runs",
  async (directory) => {
    const path = `${directory}\\webview_ui.log`;
    await using bridge = await BridgeProcess.start({ directory });
    const written = { success: true, path };
    assertEquals(await ask(bridge, "log.write", { message: "a", timestamp: false }), written);
    {
      using _open = await Deno.open(path, { read: true, write: true });
      assertEquals(await ask(bridge, "log.write", { message: "b", timestamp: false }), written);
      const anew = { message: "c", timestamp: false, append: false };
      assertEquals(await ask(bridge, "log.write", anew), written);
      assertEquals(await ask(bridge, "log.clear"), { success: true });
    }
    // This fails if the bridge keeps a file open between calls.
    await Deno.remove(path);
    assertEquals(await ask(bridge, "log.write", { message: "d", timestamp: false }), written);
    assertEquals(await Deno.readTextFile(path), "[INFO] d\n");
  },
);

windowsTest(
  "a log file that another program has opened exclusively is reported as in use",
  async (directory) => {
    await Deno.writeTextFile(`${directory}\\webview_ui.log`, "a\n");
    await using bridge = await BridgeProcess.start({ directory });
    const release = openExclusively(`${directory}\\webview_ui.log`);
    try {
      for (
        const [verb, method] of [["write", "log.write"], ["read", "log.read"], [
          "clear",
          "log.clear",
        ]] as const
      ) {
        const error = `Cannot ${verb} the log file: the file is in use`;
        assertEquals(await ask(bridge, method, { message: "m" }), { success: false, error });
      }
    } finally {
      release();
    }
    assertEquals(await ask(bridge, "log.clear"), { success: true });
  },
);

windowsTest(
  "names of devices and streams are refused as log files, and no file is created",
  async (directory) => {
    await using bridge = await BridgeProcess.start({ directory });
    for (
      const file of [
        "NUL.log",
        "com1.txt",
        "CON .log",
        "lpt\u00b9.a.log",
        "a.log:b.txt",
        "a.log.",
        "CONOUT$.txt",
      ]
    ) {
      assertEquals(await ask(bridge, "log.write", { message: "m", file }), {
        success: false,
        error: "Invalid log file name",
      }, file);
    }
    assertEquals(await namesIn(directory), []);
  },
);

windowsTest(
  "a bridge ends when its input is closed, and leaves what is written when it is killed",
  async (directory) => {
    await using closed = await BridgeProcess.start({ directory });
    await ask(closed, "test.ping");
    assertEquals((await closed.end()).code, 0);
    await using killed = await BridgeProcess.start({ directory });
    await ask(killed, "log.write", { message: "kept", timestamp: false });
    killed.child.kill("SIGKILL");
    assertEquals((await killed.child.status).success, false);
    assertEquals(await Deno.readTextFile(`${directory}\\webview_ui.log`), "[INFO] kept\n");
  },
);

/** Opens a file exclusively, as editors do. Returns the function that closes it. */
function openExclusively(path: string): () => void {
  const library = Deno.dlopen("kernel32.dll", {
    CreateFileW: {
      parameters: ["buffer", "u32", "u32", "pointer", "u32", "u32", "pointer"],
      result: "pointer",
    },
    CloseHandle: { parameters: ["pointer"], result: "i32" },
  });
  const GENERIC_READ = 0x8000_0000;
  const SHARE_NOTHING = 0;
  const OPEN_EXISTING = 3;
  const FILE_ATTRIBUTE_NORMAL = 0x80;
  const name = Uint16Array.from(`${path}\0`, (character) => character.charCodeAt(0));
  const handle = library.symbols.CreateFileW(
    new Uint8Array(name.buffer),
    GENERIC_READ,
    SHARE_NOTHING,
    null,
    OPEN_EXISTING,
    FILE_ATTRIBUTE_NORMAL,
    null,
  );
  return () => {
    library.symbols.CloseHandle(handle);
    library.close();
  };
}
