import { assert, assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { root } from "../../tools/tree.ts";
import { closed, openPanelSocket, TestControl } from "../playground/support.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";

interface LockFile {
  readonly npm: Readonly<Record<string, { readonly integrity: string }>>;
  readonly specifiers: Readonly<Record<string, string>>;
}

Deno.test("lab/deno.lock has the packages of deno.lock at the same integrity, and those of lab/packages/", async () => {
  const [lock, labLock]: LockFile[] = await Promise.all(
    ["deno.lock", "lab/deno.lock"].map(async (path) =>
      JSON.parse(await Deno.readTextFile(new URL(path, root)))
    ),
  );
  assert(lock && labLock);
  const { npm: all, specifiers } = labLock;
  assertEquals({ ...all, ...lock.npm }, all);
  assertEquals({ ...specifiers, ...lock.specifiers }, specifiers);
  for (const { integrity } of Object.values(all)) assertStringIncludes(integrity, "sha512-");
  const own = Object.keys(specifiers).filter((specifier) => !(specifier in lock.specifiers));
  assertEquals(own.map((specifier) => specifier.replace(/@[^@]*$/, "")), [
    "npm:@json-schema-tools/meta-schema",
    "npm:@open-rpc/meta-schema",
    "npm:axe-core",
    "npm:fast-check",
    "npm:harper.js",
    "npm:playwright-core",
    "npm:ts-morph",
  ]);
});

/** Why the registry is not available; undefined when it is. */
const withoutRegistry = await fetch(
  new URL("valibot/1.5.0", Deno.env.get("NPM_CONFIG_REGISTRY") ?? "https://registry.npmjs.org/"),
).then(async (response) => {
  await response.body?.cancel();
  return response.ok ? undefined : `the npm registry answers ${response.status}`;
}, () => "the npm registry is not reachable");

/** Matches control characters, such as those of colours. */
// deno-lint-ignore no-control-regex -- the test searches for control characters
const steering = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/;

/** A task on a machine without Deno's caches. */
class FirstRun implements AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly #directory: string;

  private constructor(directory: string, task: string) {
    this.#directory = directory;
    const { NO_COLOR: _off, ...env } = Deno.env.toObject();
    this.child = new Deno.Command(Deno.execPath(), {
      args: ["task", ...task.split(" ")],
      cwd: root,
      clearEnv: true,
      env: { ...env, DENO_DIR: directory },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  static async start(task: string): Promise<FirstRun> {
    return new FirstRun(await Deno.makeTempDir({ prefix: "tonearm-test-" }), task);
  }

  /** Lists the downloaded packages. */
  packages(): string[] {
    return [...Deno.readDirSync(`${this.#directory}/npm/registry.npmjs.org`)].map(({ name }) => name);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.child.kill("SIGKILL");
    } catch {
      // The task has ended.
    }
    await this.child.status;
    await Deno.remove(this.#directory, { recursive: true });
  }
}

function firstRunTest(task: string, rule: string, test: (run: FirstRun) => Promise<void>): void {
  Deno.test({
    name: `\`deno task ${task}\` with an empty cache and colours on ${rule}` +
      (withoutRegistry === undefined ? leftOut("it downloads packages") : ` (ignored: ${withoutRegistry})`),
    ignore: withoutRegistry !== undefined || !TEST_ALL,
    async fn() {
      await using run = await FirstRun.start(task);
      await test(run);
    },
  });
}

firstRunTest("demo", "ends without a failure", async (run) => {
  await run.child.stdin.close();
  const { code, stdout: out, stderr: err } = await run.child.output();
  const [stdout, stderr] = [out, err].map((bytes) => new TextDecoder().decode(bytes));
  assertEquals(code, 0, `${stdout}${stderr}`);
  assertStringIncludes(stdout ?? "", "no faults");
  assertNotMatch(stdout ?? "", steering);
  const packages = run.packages();
  assert(packages.includes("valibot"));
  for (const large of ["axe-core", "fast-check", "playwright-core", "ts-morph", "typescript"]) {
    assert(!packages.includes(large), large);
  }
});

firstRunTest("play --no-extensions", "prints nothing but the conversation", async (run) => {
  const writer = run.child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("queue.add {tracks: [1]}\n"));
  await writer.close();
  const { code, stdout } = await run.child.output();
  const answer = "  = { success: true, addedCount: 1, queueCount: 1 }";
  assertEquals([code, new TextDecoder().decode(stdout)], [0, `p1> queue.add {tracks: [1]}\n${answer}\n`]);
});

firstRunTest("playground", "serves a panel whose bridge says nothing", async (run) => {
  await run.child.stdin.close();
  const stderr = new Response(run.child.stderr).text();
  let address = "";
  const stdout = run.child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  while (!address.includes("\n")) {
    const { done, value } = await stdout.read();
    assert(!done, done ? await stderr : "");
    address += value;
  }
  {
    await using control = await TestControl.open(address.trim());
    const { key } = await control.ask("openPanel", { name: "one", framed: false });
    const { socket, api } = await openPanelSocket(address.trim(), key);
    const added = { success: true, addedCount: 1, queueCount: 1 };
    assertEquals(await api.invoke("queue.add", { tracks: [0] }), added);
    await closed(socket);
  }
  run.child.kill("SIGTERM");
  while (!(await stdout.read()).done);
  const told = await stderr;
  const own = "Open this address in a browser. Ctrl-C ends the playground.\n";
  assertStringIncludes(told, own);
  assertEquals(told.slice(told.indexOf(own)), own);
});
