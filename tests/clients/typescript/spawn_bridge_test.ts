import { assert, assertEquals, assertRejects, assertStringIncludes, assertThrows } from "@std/assert";
import { BridgeError, BridgeGone } from "../../../clients/typescript/errors.ts";
import { bridgeProgram, spawnBridge, type SpawnOptions } from "../../../clients/typescript/spawn_bridge.ts";
import { version } from "../../../host_stdio/version.ts";
import { inDirectory } from "../../handlers/log/support.ts";
import { setDeadline, waitFor } from "../../support/deadline.ts";

setDeadline(120_000);

/** Returns options that run a program in place of the bridge. */
function program(source: string): Pick<SpawnOptions, "command"> {
  return { command: [Deno.execPath(), "eval", source] };
}

Deno.test("spawnBridge starts a bridge that works in its directory, and close ends it with its logs written", async () => {
  await inDirectory(async (directory) => {
    await using bridge = spawnBridge({ directory });
    const { bridge: self } = await bridge.initialize({ name: "test", version: "1" });
    assertEquals(self, { name: "tonearm", version });
    const written = await bridge.invoke("log.write", { message: "hello", timestamp: false });
    assert(written.success);
    const { success, code, signal } = await bridge.close();
    assertEquals({ success, code, signal }, { success: true, code: 0, signal: null });
    assertEquals(await Deno.readTextFile(`${directory}/webview_ui.log`), "[INFO] hello\n");
    assertEquals(await bridge.diagnostics, "");
    await assertRejects(() => bridge.invoke("test.ping"), BridgeGone);
  });
});

Deno.test("spawnBridge passes flags on and receives diagnostics line by line", async () => {
  await inDirectory(async (directory) => {
    const lines: string[] = [];
    const bridge = spawnBridge({
      directory,
      flags: ["--log-level=debug"],
      onDiagnostic: (line) => lines.push(line),
    });
    bridge.client.notify("signal.unheardOf", {});
    await bridge.invoke("test.ping");
    await bridge.close();
    const diagnostics = await bridge.diagnostics;
    assertStringIncludes(diagnostics, "signal.unheardOf");
    assertEquals(`${lines.join("\n")}\n`, diagnostics);
  });
});

Deno.test("spawnBridge keeps the end of a long stderr and passes on a last line without an end", async () => {
  await inDirectory(async (directory) => {
    const lines: string[] = [];
    const bridge = spawnBridge({
      directory,
      onDiagnostic: (line) => lines.push(line),
      ...program(`
        const text = "x".repeat(99) + "\\n";
        for (let i = 0; i < 2000; i++) Deno.stderr.writeSync(new TextEncoder().encode(text));
        Deno.stderr.writeSync(new TextEncoder().encode("the end"));
      `),
    });
    await bridge.close();
    const diagnostics = await bridge.diagnostics;
    assertEquals(diagnostics.length, 64 * 1024);
    assert(diagnostics.endsWith("x\nthe end"));
    assertEquals(lines.length, 2001);
    assertEquals(lines.at(-1), "the end");
  });
});

Deno.test("a crashed bridge rejects pending calls and reports how it ended", async () => {
  await inDirectory(async (directory) => {
    const bridge = spawnBridge({ directory, ...program("Deno.exit(3)") });
    await assertRejects(() => bridge.invoke("test.ping"), BridgeGone);
    await bridge.ended;
    const { success, code } = await bridge.close();
    assertEquals({ success, code }, { success: false, code: 3 });
    // The process has ended already.
    bridge.process.kill("SIGKILL");
  });
});

Deno.test("an aborted close terminates the process", async () => {
  await inDirectory(async (directory) => {
    const asked = Promise.withResolvers<void>();
    const bridge = spawnBridge({
      directory,
      actions: {
        "player.queue.count": (_params, _panel, signal) => {
          asked.resolve();
          return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ count: 0 })));
        },
      },
    });
    const call = bridge.invoke("queue.getCount");
    // The call is rejected before the test awaits it.
    call.catch(() => {});
    await waitFor("the native action", asked.promise);
    const controller = new AbortController();
    const closed = bridge.close({ signal: controller.signal });
    controller.abort();
    const { signal } = await closed;
    // SIGTERM lets the bridge finish its work.
    assertEquals(signal, null);
    await assertRejects(() => call);
  });
});

Deno.test({
  name: "an aborted close kills a process that ignores SIGTERM",
  ignore: Deno.build.os === "windows",
  async fn() {
    await inDirectory(async (directory) => {
      const bridge = spawnBridge({
        directory,
        ...program(`
          Deno.addSignalListener("SIGTERM", () => {});
          setInterval(() => {}, 1000);
          console.error("ready");
        `),
        onDiagnostic: () => ready.resolve(),
      });
      const ready = Promise.withResolvers<void>();
      await waitFor("the bridge to be ready", ready.promise);
      const { success, signal } = await bridge.close({ signal: AbortSignal.abort() });
      assertEquals({ success, signal }, { success: false, signal: "SIGKILL" });
    });
  },
});

Deno.test("spawnBridge reports why a bridge cannot be started", async () => {
  await inDirectory((directory) => {
    const missing = () => spawnBridge({ directory, deno: "no-such-deno" });
    const error = assertThrows(missing, BridgeGone);
    assertEquals(error.message, "the bridge could not be started: no-such-deno: command not found");
    assert(error.cause instanceof Deno.errors.NotFound);
    assertThrows(
      () => spawnBridge({ directory: `${directory}/none` }),
      BridgeGone,
      `the bridge could not be started: ${directory}/none: no such directory`,
    );
    return Promise.resolve();
  });
});

Deno.test("a call to a bridge that has ended fails with its exit code and the last lines of its stderr", async () => {
  const cases: [options: Partial<SpawnOptions>, code: number, message: string, stderr: string][] = [
    [
      { flags: ["--nope"] },
      2,
      'the bridge has gone with exit code 2: tonearm: unknown flag "--nope"',
      "tonearm: ",
    ],
    [
      program(`console.error("one\\x1b[31m"); for (let i = 2; i < 12; i++) console.error(i); Deno.exit(3)`),
      3,
      "the bridge has gone with exit code 3: 2\n3\n",
      "2\n3\n4\n5\n6\n7\n8\n9\n10\n11",
    ],
    [
      program(`console.error("\\x1b[31m\\u202e\\u2028" + "x".repeat(600)); Deno.exit(4)`),
      4,
      "\\u001b[31m\\u202e\\u2028xxx",
      "\\u001b[31m\\u202e\\u2028xxx",
    ],
  ];
  if (Deno.build.os !== "windows") {
    cases.push([{ command: ["/bin/false"] }, 1, "the bridge has gone with exit code 1", ""]);
  }
  for (const [options, code, message, stderr] of cases) {
    await inDirectory(async (directory) => {
      const bridge = spawnBridge({ directory, ...options });
      const error = await assertRejects(() => bridge.invoke("test.ping"), BridgeGone, message);
      assertEquals(error.exitCode, code);
      assert(
        error.stderr.startsWith(stderr) && error.stderr.length <= 500 &&
          (stderr !== "" || error.stderr === ""),
      );
      assertEquals(error.cause, { success: false, code, signal: null });
      assertEquals(String(error.cause), "[object Object]");
      assertEquals((await bridge.close()).code, code);
    });
  }
});

Deno.test("a bridge starts without warnings on stderr", async () => {
  await inDirectory(async (directory) => {
    const bridge = spawnBridge({ directory });
    await bridge.invoke("test.ping");
    await bridge.close();
    assertEquals(await bridge.diagnostics, "");
  });
});

Deno.test("the signal of spawnBridge terminates the process even while it waits", async () => {
  await inDirectory(async (directory) => {
    const controller = new AbortController();
    const asked = Promise.withResolvers<void>();
    const bridge = spawnBridge({
      directory,
      signal: controller.signal,
      actions: {
        "player.queue.count": (_params, _panel, signal) => {
          asked.resolve();
          return new Promise((resolve) => signal.addEventListener("abort", () => resolve({ count: 0 })));
        },
      },
    });
    const call = bridge.invoke("queue.getCount").then(() => "answered", () => "rejected");
    await waitFor("the native action", asked.promise);
    controller.abort();
    const { code, signal } = await bridge.status;
    assertEquals([code, signal], [0, null]);
    await call;
    await bridge.close();
  });
});

Deno.test("spawnBridge starts nothing when its signal is aborted already", async () => {
  await inDirectory((directory) => {
    const reason = new Error("too late");
    const command = [`${directory}/nothing`] as const;
    assertThrows(
      () => spawnBridge({ directory, command, signal: AbortSignal.abort(reason) }),
      Error,
      "too late",
    );
    return Promise.resolve();
  });
});

Deno.test("the bridge is found beside the library, in the tree, on JSR and in the package for Node.js", () => {
  const cases = {
    "file:///a/clients/typescript/spawn_bridge.ts": "file:///a/main.ts",
    "file:///C:/a%20b/clients/typescript/spawn_bridge.ts": "file:///C:/a%20b/main.ts",
    "https://example.org/t/clients/typescript/spawn_bridge.ts": "https://example.org/t/main.ts",
    "https://jsr.io/@tonearm/tonearm/0.1.0/clients/typescript/spawn_bridge.ts":
      "jsr:@tonearm/tonearm@0.1.0/bridge",
    "file:///a/node_modules/@tonearm/tonearm/mod.js":
      "file:///a/node_modules/@tonearm/tonearm/bridge/main.js",
  };
  for (const [here, program] of Object.entries(cases)) assertEquals(bridgeProgram(here), program);
});

Deno.test("both ends of a spawned bridge have the same frame limit", async () => {
  const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
  const ways = [{ maxFrameBytes: 4000 }, { flags: ["--max-frame-bytes=4000"] }, {
    flags: ["--max-frame-bytes", "4000"],
  }];
  for (const way of ways) {
    await using bridge = spawnBridge({ directory, ...way });
    const refused = () => bridge.invoke("test.echo", { message: "x".repeat(4000) });
    await assertRejects(refused, RangeError, "the frame limit of 4000 bytes");
    // The limit also applies to messages of the bridge.
    const error = await assertRejects(
      () => bridge.invoke("test.echo", { message: "x".repeat(2000) }),
      BridgeError,
    );
    assertEquals(error.code, -32000);
    assertEquals((await bridge.invoke("test.echo", { message: "x" })).success, true);
  }
  await Deno.remove(directory, { recursive: true });
});

Deno.test({
  name: "an aborted close does not wait for a pipe that another process holds open",
  ignore: Deno.build.os === "windows",
  // The pipes close shortly after the process has ended.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
    const bridge = spawnBridge({
      directory,
      command: ["sh", "-c", "sleep 60 & echo $! >making; mv making pid; wait"],
    });
    const pidOf = () => Deno.readTextFile(`${directory}/pid`).catch(() => "");
    const other = await waitFor("the other process", pidOf);
    const begun = performance.now();
    const status = await bridge.close({ signal: AbortSignal.abort("now") });
    assertEquals([status.success, performance.now() - begun < 30_000], [false, true]);
    await bridge.ended;
    Deno.kill(Number(other), "SIGKILL");
    await bridge.diagnostics;
    await Deno.remove(directory, { recursive: true });
  },
});
