import { assert, assertEquals } from "@std/assert";
import { canTell, factsOf, isRunning, slopeOf } from "../../../lab/torture/process_facts.ts";

Deno.test({
  name: "factsOf and isRunning know a process that runs, and isRunning one that has ended",
  ignore: !canTell,
  fn: async () => {
    await using child = new Deno.Command("cat", { stdin: "piped", stdout: "piped" }).spawn();
    const reader = child.stdout.getReader();
    const writer = child.stdin.getWriter();
    // One that has answered has been loaded: of one that has just begun the system knows no memory yet.
    await writer.write(new Uint8Array(1));
    await reader.read();
    assert(await isRunning(child.pid));
    const { memory, peak, handles, threads } = await factsOf(child.pid);
    assert(memory > 0 && peak >= memory && handles >= 3 && threads === 1);
    child.kill("SIGKILL");
    // Until somebody asks for its status it is still in the table.
    while (await isRunning(child.pid)) await new Promise((resolve) => setTimeout(resolve, 1));
    await child.status;
    assertEquals(await isRunning(child.pid), false);
    await writer.abort();
    await reader.cancel();
  },
});

Deno.test({
  name: "isRunning may be asked at any moment of a process's end",
  ignore: !canTell,
  fn: async () => {
    for (let round = 0; round < 100; round++) {
      const child = new Deno.Command("true").spawn();
      // Asked for at once, so that it can be gone between opening what the system says of it and reading it.
      const { status } = child;
      while (await isRunning(child.pid)) { /* asks again */ }
      assert((await status).success);
    }
  },
});

Deno.test("slopeOf finds the slope of a line, and of a cloud around one", () => {
  const at = (slope: number, noise: (x: number) => number) =>
    slopeOf(Array.from({ length: 100 }, (_, x) => [x, 7 + slope * x + noise(x)] as const));
  assertEquals(Math.round(at(3, () => 0) * 1e6) / 1e6, 3);
  assert(Math.abs(at(-0.5, (x) => x % 2) + 0.5) < 1e-3);
  assertEquals(slopeOf([[1, 5]]), 0);
});
