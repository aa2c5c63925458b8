import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Candidates } from "../../../tools/mutate/candidates.ts";
import { readEquivalent } from "../../../tools/mutate/equivalent.ts";
import type { Mutation } from "../../../tools/mutate/mutation.ts";
import { EndlessLoop, PendingOperations } from "../../../tools/mutate/pending_operations.ts";
import { regexMutants } from "../../../tools/mutate/regex_mutants.ts";
import { setDeadline } from "../../support/deadline.ts";

setDeadline(300_000);

Deno.test("a regular expression loses an anchor or a flag, and its counts are off by one", () => {
  assertEquals(regexMutants("/^a{2,3}[^b$]$/i"), [
    "/a{2,3}[^b$]$/i",
    "/^a{3,3}[^b$]$/i",
    "/^a{1,3}[^b$]$/i",
    "/^a{2,4}[^b$]$/i",
    "/^a{2,2}[^b$]$/i",
    "/^a{2,3}[b$]$/i",
    "/^a{2,3}[^b$]/i",
    "/^a{2,3}[^b$]$/",
  ]);
  assertEquals(regexMutants("/\\^a+(?:b)*/"), ["/\\^a*(?:b)*/", "/\\^a+(?:b)+/"]);
});

Deno.test("fixtures that run the code are replayed, first the one that noticed the mutation before, then those of the namespace", () => {
  const reach = {
    atLoad: new Set([7, 9]),
    byFixture: [new Set([1, 2, 3]), new Set([1, 3]), new Set([1, 2]), new Set([3])],
  };
  const paths = ["misc/a", "misc/b", "jitQueue/c", "system/d"].map((path) => `fixtures/${path}.jsonc`);
  const mutation = { form: "element", kind: "element", start: 0, end: 0, becomes: "", where: "" } as const;
  const mutations: Mutation[] = [1, 2, 7, 8, 9].map((id) => ({
    ...mutation,
    file: id < 9 ? "handlers/jit_queue/pump.ts" : "limits/wire.ts",
    id,
    name: String(id),
    line: 1,
    diff: [],
  }));
  const candidates = new Candidates("handlers/jit_queue/pump.ts", paths, reach, mutations);
  assertEquals(candidates.for({ id: 1 }), [2, 1, 0]);
  assertEquals(candidates.for({ id: 2 }), [2, 0]);
  assertEquals(candidates.for({ id: 8 }), []);
  // For code that runs at load: the fixtures of its namespace, those that run its code, and those that list operations.
  assertEquals(
    new Candidates("handlers/jit_queue/pump.ts", paths, {
      ...reach,
      byFixture: [
        new Set([3]),
        new Set([2]),
        new Set<number>(),
        new Set([3]),
      ],
    }, mutations).for({ id: 7 }),
    [2, 1, 3],
  );
  assertEquals(new Candidates("limits/wire.ts", paths, reach, mutations).for({ id: 9 }), [3, 1, 2, 0]);
  candidates.noticed(0);
  assertEquals(candidates.for({ id: 1 }), [0, 2, 1]);
});

Deno.test("the list of equivalent mutations has a reason for each, and none twice", () => {
  const reason = "the player cannot tell the difference";
  assertEquals(
    readEquivalent(`[{ "reason": ${JSON.stringify(reason)}, "mutations": ["a", "b"] }] // end`),
    new Map([["a", reason], ["b", reason]]),
  );
  assertThrows(
    () => readEquivalent(`[{ "reason": "${reason}", "mutations": ["a", "a"] }]`),
    Error,
    "listed twice",
  );
  assertThrows(() => readEquivalent(`[{ "reason": "short", "mutations": ["a"] }]`));
  assertThrows(() => readEquivalent(`[{ "reason": "${reason}", "mutations": [] }]`));
});

Deno.test("a wait ends with the result of a file operation or timer, or as soon as the bridge is idle", async () => {
  const directory = await Deno.makeTempDir();
  const operations = new PendingOperations(directory);
  try {
    const { wait } = operations;
    assertEquals(await wait(0, new Promise(() => {})), undefined);
    const timer = new Promise((resolve) => operations.setTimeout(() => resolve("timer"), 1));
    assertEquals(await wait(0, timer), "timer");
    const read = async (): Promise<string> => {
      using file = await operations.deno.open(`${directory}/a`, { create: true, write: true, read: true });
      await file.write(new TextEncoder().encode("file"));
      await file.seek(0, Deno.SeekMode.Start);
      const buffer = new Uint8Array(9);
      return new TextDecoder().decode(buffer.subarray(0, await file.read(buffer) ?? 0));
    };
    assertEquals(await wait(0, read()), "file");
    const failing = operations.deno.open(`${directory}/none`).catch((error) => error.name);
    assertEquals(await wait(0, failing), "NotFound");
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a broken bridge can touch the log directories of replays only", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const { deno } = new PendingOperations(`${directory}/log-`);
    const options = { write: true, create: true };
    for (
      const path of ["NaNa.log", `${directory}/a.log`, `${directory}/log-1/../a.log`, `${directory}/log-1/..`]
    ) {
      await assertRejects(() => deno.open(path, options), Deno.errors.NotCapable, path);
      await assertRejects(() => deno.lstat(path), Deno.errors.NotCapable, path);
    }
    (await deno.open(`${directory}/log-1..log`, options)).close();
    assertEquals((await Array.fromAsync(Deno.readDir(directory))).map(({ name }) => name), ["log-1..log"]);
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a loop that does not end within a turn of the event loop is stopped", async () => {
  const operations = new PendingOperations("/");
  operations.round(40_000_000);
  await operations.wait(0, new Promise(() => {}));
  operations.round(40_000_000);
  assertThrows(() => operations.round(40_000_000), EndlessLoop);
});

Deno.test("a loop of file operations that does not end is stopped", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const operations = new PendingOperations(directory);
    const look = async (times: number) => {
      for (let i = 0; i < times; i++) await operations.deno.lstat(directory);
    };
    await operations.wait(0, look(4000));
    await operations.wait(0, look(4000));
    await assertRejects(() => look(5000), EndlessLoop);
  } finally {
    await Deno.remove(directory);
  }
});
