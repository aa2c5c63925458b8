import { assertEquals, assertLess } from "@std/assert";
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
