import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Candidates } from "../../../lab/mutate/candidates.ts";
import { choose } from "../../../lab/mutate/choose.ts";
import { readEquivalent } from "../../../lab/mutate/equivalent.ts";
import { type Mutation, named } from "../../../lab/mutate/mutation.ts";
import { findMutations } from "../../../lab/mutate/operators.ts";
import { readCommand } from "../../../lab/mutate/options.ts";
import { EndlessLoop, Undertakings } from "../../../lab/mutate/quiet.ts";
import { regexMutants } from "../../../lab/mutate/regex_mutants.ts";

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

Deno.test("fixtures that run the code are replayed, those of the namespace first, then what noticed before", () => {
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
  // Made when the file is loaded: in the namespace's own fixtures, which may fail before anything of it runs, where
  // something of it runs, and where it is asked what there is.
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

Deno.test("a sample is the same for the same seed, in the order of the files", () => {
  const text = "f(1, 2, 3, 4, 5, 6, 7, 8);";
  const all: Mutation[] = [
    ...named("handlers/a.ts", text, findMutations(text), 0),
    ...named("limits/b.ts", text, findMutations(text), 100),
  ];
  const everything = { only: [], sample: undefined, seed: 1 };
  assertEquals(choose(all, everything), all);
  assertEquals(
    choose(all, { ...everything, only: ["limits/"] }).every(({ file }) => file === "limits/b.ts"),
    true,
  );
  const ids = (seed: number) => choose(all, { ...everything, sample: 5, seed }).map(({ id }) => id);
  assertEquals(ids(3).length, 5);
  assertEquals(ids(3), ids(3).toSorted((a, b) => a - b));
  assertEquals(ids(3), ids(3));
  assertEquals(ids(3).join() === ids(4).join(), false);
});

Deno.test("the command line says what is wrong with it", () => {
  const least = { kind: "run", only: [], sample: undefined, seed: 1, least: 95, hands: 2 } as const;
  assertEquals(readCommand([], 2), least);
  assertEquals(
    readCommand(["--only=limits/,handlers/log", "--sample=9", "--seed=0", "--least=100", "--workers=1"], 2),
    {
      ...least,
      only: ["limits/", "handlers/log"],
      sample: 9,
      seed: 0,
      least: 100,
      hands: 1,
    },
  );
  for (
    const flag of [
      "--sample=0",
      "--sample=x",
      "--seed=-1",
      "--least=101",
      "--workers=0",
      "--nothing",
      "limits/",
    ]
  ) {
    assertEquals(readCommand([flag], 2).kind, "wrong", flag);
  }
  assertEquals(readCommand(["--help"], 2), { kind: "help" });
});

Deno.test("a mutation is listed as equivalent once, with a reason", () => {
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

Deno.test("waiting ends with what comes, after files and timers, and at once when nothing can come", async () => {
  const directory = await Deno.makeTempDir();
  const undertakings = new Undertakings(directory);
  try {
    const wait = undertakings.wait<string>;
    assertEquals(await wait(0, () => {}), undefined);
    assertEquals(await wait(0, (settle) => undertakings.setTimeout(() => settle("timer"), 1)), "timer");
    const read = async (): Promise<string> => {
      using file = await undertakings.deno.open(`${directory}/a`, { create: true, write: true, read: true });
      await file.write(new TextEncoder().encode("file"));
      await file.seek(0, Deno.SeekMode.Start);
      const buffer = new Uint8Array(9);
      return new TextDecoder().decode(buffer.subarray(0, await file.read(buffer) ?? 0));
    };
    assertEquals(await wait(0, (settle) => void read().then(settle)), "file");
    const failing = (): Promise<unknown> => undertakings.deno.open(`${directory}/none`);
    assertEquals(await wait(0, (settle) => void failing().catch((error) => settle(error.name))), "NotFound");
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
});

Deno.test("a broken bridge touches nothing but the log directories of replays", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const { deno } = new Undertakings(`${directory}/log-`);
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

Deno.test("loops may go on as long as something else gets its turn now and then", async () => {
  const undertakings = new Undertakings("/");
  const loop = (rounds: number) => {
    for (let i = 0; i < rounds; i++) undertakings.round();
  };
  loop(4_000_000);
  await undertakings.wait(0, () => {});
  loop(4_000_000);
  assertThrows(() => loop(4_000_000), EndlessLoop);
});

Deno.test("operations on files without end are counted out, those of a fixture are not", async () => {
  const directory = await Deno.makeTempDir();
  try {
    const undertakings = new Undertakings(directory);
    const look = async (times: number) => {
      for (let i = 0; i < times; i++) await undertakings.deno.lstat(directory);
    };
    await undertakings.wait(0, (settle) => void look(4000).then(settle));
    await undertakings.wait(0, (settle) => void look(4000).then(settle));
    await assertRejects(() => look(5000), EndlessLoop);
  } finally {
    await Deno.remove(directory);
  }
});
