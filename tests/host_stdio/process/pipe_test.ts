import { assert, assertEquals, assertLess, assertStringIncludes } from "@std/assert";
import { frameOf, joined } from "../../../tools/support/frames.ts";
import { canTell, factsOf } from "../../../tools/support/process_facts.ts";
import { BridgeProcess, request } from "../../support/bridge_process.ts";
import { waitFor } from "../../support/deadline.ts";

function echoed(id: unknown, message: unknown): unknown {
  return { jsonrpc: "2.0", id, result: { success: true, echo: message, input: { message } } };
}

/** The peak memory of a process in bytes; 0 where the system does not report it. */
async function peakMemory(pid: number): Promise<number> {
  return canTell ? (await factsOf(pid)).peak : 0;
}

Deno.test("a bridge answers frames split at every byte", async () => {
  await using bridge = await BridgeProcess.start();
  const bytes = joined(
    frameOf(request(1, "test.echo", { message: "é😀" })),
    frameOf(request(2, "test.echo", { message: 2 })),
  );
  for (let cut = 1; cut < bytes.length; cut++) {
    await bridge.writer.write(bytes.subarray(0, cut));
    await bridge.writer.write(bytes.subarray(cut));
    assertEquals(await bridge.read(), echoed(1, "é😀"));
    assertEquals(await bridge.read(), echoed(2, 2));
  }
  for (const byte of bytes) await bridge.writer.write(new Uint8Array([byte]));
  assertEquals([await bridge.read(), await bridge.read()], [echoed(1, "é😀"), echoed(2, 2)]);
});

Deno.test("a bridge answers with bodies of every length around the 0x0A traps of a line-buffered stdout", async () => {
  await using bridge = await BridgeProcess.start();
  // Lengths with a byte 0x0A: 2,560 to 2,815, those ≡ 10 mod 256, and from 655,360.
  const sizes = [
    ...Array.from({ length: 300 }, (_, n) => 2540 + n),
    ...Array.from({ length: 40 }, (_, n) => 10 + 256 * n),
    ...Array.from({ length: 40 }, (_, n) => 10 + 256 * n + 1),
    655_359,
    655_360,
    655_370,
    720_896,
  ];
  const overhead = JSON.stringify(echoed(1, "")).length;
  const answers = (async () => {
    for (const size of sizes) {
      const answer = await bridge.read();
      assertEquals(JSON.stringify(answer).length, size, `body of ${size} bytes`);
    }
  })();
  for (const size of sizes) {
    // The answer contains the text twice; the id adds an odd byte.
    const length = size - overhead;
    const id = length % 2 === 0 ? 1 : 11;
    const text = "x".repeat(Math.max(0, Math.floor((length - (id === 11 ? 1 : 0)) / 2)));
    if (JSON.stringify(echoed(id, text)).length === size) {
      await bridge.write(request(id, "test.echo", { message: text }));
    } else {
      // Shorter than any echo: use the error for an unknown method.
      const empty = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        error: { code: -32601, message: "Method not found: " },
      });
      sizes.splice(sizes.indexOf(size), 1, Math.max(size, empty.length));
      await bridge.write(request(1, "y".repeat(Math.max(0, size - empty.length))));
    }
  }
  await answers;
});

Deno.test("a bridge answers every accepted call and exits with 0 when the input ends between frames", async () => {
  await using bridge = await BridgeProcess.start();
  await bridge.write(request(1, "test.echo", { message: 1 }), request(2, "misc.getProfilePath"));
  const { code, frames, stderr } = await bridge.end();
  assertEquals(code, 0);
  assertEquals(frames.map((frame) => (frame as { id: number }).id), [1, 1, 2]);
  assertEquals(frames[2], {
    jsonrpc: "2.0",
    id: 2,
    error: { code: -32001, message: "Player did not answer" },
  });
  assertEquals(stderr, "");
});

Deno.test("a bridge reports an input that ends inside a frame and exits with 1", async () => {
  await using bridge = await BridgeProcess.start();
  await bridge.writer.write(
    joined(frameOf(request(1, "test.ping")), frameOf(request(2, "test.ping")).subarray(0, 9)),
  );
  const { code, frames, stderr } = await bridge.end();
  assertEquals([code, frames.length], [1, 1]);
  assertStringIncludes(stderr, "the input ended inside a frame");
});

Deno.test("a bridge exits without error when the player has closed the output", async () => {
  await using bridge = await BridgeProcess.start();
  await bridge.ask(request(1, "test.ping"));
  await bridge.closeOutput();
  // The last read may still take one answer, so calls go on until the bridge has ended, and a write then fails.
  let id = 1;
  const calls = setInterval(() => bridge.write(request(++id, "test.ping")).catch(() => {}), 50);
  const { code } = await waitFor("the end of the bridge", bridge.child.status);
  clearInterval(calls);
  assertEquals([code, await bridge.stderr], [0, ""]);
});

Deno.test("a bridge skips an oversize frame without storing it", async () => {
  await using bridge = await BridgeProcess.start({ flags: ["--max-frame-bytes=4096"] });
  await bridge.ask(request(1, "test.ping"));
  const before = await peakMemory(bridge.child.pid);
  const size = 200 * 1024 * 1024;
  const header = new Uint8Array(4);
  new DataView(header.buffer).setUint32(0, size, true);
  await bridge.writer.write(header);
  const piece = new Uint8Array(1024 * 1024);
  for (let written = 0; written < size; written += piece.length) await bridge.writer.write(piece);
  assertEquals(await bridge.read(), {
    jsonrpc: "2.0",
    id: null,
    error: { code: -32000, message: `Frame too large: ${size} bytes, the limit is 4096` },
  });
  assertEquals((await bridge.ask(request(2, "test.ping"))).id, 2);
  assertLess(await peakMemory(bridge.child.pid) - before, 16 * 1024 * 1024);
});

Deno.test("a bridge answers garbage and then serves the next call", async () => {
  await using bridge = await BridgeProcess.start();
  const bad: [unknown, number][] = [
    ["", -32700],
    [new Uint8Array([0xff, 0xfe, 0x00]), -32700],
    ["{]", -32700],
    ["[]", -32600],
    ["null", -32600],
    [{ jsonrpc: "2.0", id: {}, method: "test.ping" }, -32600],
  ];
  for (const [body, code] of bad) {
    const answer = await bridge.ask(body);
    assertEquals([answer.id, answer.error.code], [null, code]);
    assertEquals((await bridge.ask(request("next", "test.ping"))).id, "next");
  }
  assertEquals((await bridge.end()).code, 0);
});

Deno.test("a native action without an answer fails after its timeout, and a late answer has no effect", async () => {
  await using bridge = await BridgeProcess.start({ flags: ["--action-timeout-ms", "50"] });
  const asked = await bridge.ask(request(1, "misc.exit"));
  assertEquals(asked.method, "player.app.run");
  assertEquals(await bridge.read(), {
    jsonrpc: "2.0",
    id: 1,
    result: { success: false, error: "Player did not answer" },
  });
  const late = { jsonrpc: "2.0", id: asked.id, result: { executed: true } };
  await bridge.write(late, late, { jsonrpc: "2.0", id: 12345, result: {} });
  assertEquals((await bridge.ask(request(2, "test.ping"))).id, 2);
  const { code, stderr } = await bridge.end();
  assertEquals(code, 0);
  assertEquals(stderr.split("\n").filter((line) => line.includes("too late")).length, 2);
  assertEquals(stderr.split("\n").filter((line) => line.includes("never asked")).length, 1);
});

Deno.test("an invalid answer fails only its own operation", async () => {
  await using bridge = await BridgeProcess.start();
  for (const rest of [{ result: { executed: "yes" } }, { result: null }, { error: "no" }, {}]) {
    const asked = await bridge.ask(request(1, "misc.exit"));
    const answer = await bridge.ask({ jsonrpc: "2.0", id: asked.id, ...rest });
    assertEquals([answer.id, answer.result.success], [1, false]);
    assertStringIncludes(answer.result.error, "Player action failed: player.app.run answered");
  }
});

Deno.test("a player that writes much before it reads cannot cause a deadlock", async () => {
  await using bridge = await BridgeProcess.start();
  const message = "x".repeat(100_000);
  // 20 MB of calls and 40 MB of answers in flight.
  for (let id = 0; id < 200; id++) await bridge.write(request(id, "test.echo", { message }));
  for (let id = 0; id < 200; id++) assertEquals((await bridge.read()).id, id);
});

Deno.test("calls over the queue limit are refused with -32004 and not run, until the queue is shorter", async () => {
  await using bridge = await BridgeProcess.start({ flags: ["--max-queue-bytes=1000000"] });
  const message = "x".repeat(600_000);
  // The pipe and its reader take about 64 KiB of the 1.2 MB answer; the rest is between one and two times the limit.
  for (let id = 0; id < 3; id++) await bridge.write(request(id, "test.echo", { message }));
  await bridge.write(request("log", "log.write", { message: "must not be there", file: "a.log" }));
  // More than the pipe holds: when it is written, the bridge has read everything before it and the player has read nothing.
  await bridge.write(request(3, "test.echo", { message }));
  const answers = new Map<unknown, { error?: { code: number } }>();
  for (let count = 0; count < 5; count++) {
    const answer = await bridge.read();
    answers.set(answer.id, answer);
  }
  const refused = [...answers.values()].filter(({ error }) => error?.code === -32004);
  assert(refused.length > 0);
  assertEquals(answers.get("log")?.error?.code, -32004);
  assertEquals((await bridge.ask(request("after", "test.ping"))).id, "after");
  assertEquals(await Array.fromAsync(Deno.readDir(bridge.directory)), []);
});

Deno.test("bridge.shutdown answers when everything is done, and the process exits cleanly", async () => {
  await using bridge = await BridgeProcess.start();
  await bridge.write(request(1, "log.write", { message: "last words" }), request(2, "bridge.shutdown"));
  const first = await bridge.read();
  assertEquals([first.id, first.result.success], [1, true]);
  assertEquals(await bridge.read(), { jsonrpc: "2.0", id: 2, result: {} });
  assertEquals(await bridge.ask(request(3, "test.ping")), {
    jsonrpc: "2.0",
    id: 3,
    error: { code: -32600, message: "Invalid request: shutting down" },
  });
  assertEquals((await bridge.end()).code, 0);
});
