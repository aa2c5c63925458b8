import { assert, assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { filesOf, root } from "../../tools/tree.ts";
import { closed, openPanelSocket, TestControl } from "../playground/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";

setDeadline(300_000);

interface LockFile {
  readonly npm: Readonly<Record<string, { readonly integrity: string }>>;
  readonly specifiers: Readonly<Record<string, string>>;
}

Deno.test("deno.lock has the content of every package that the workspace names", async () => {
  const { npm, specifiers }: LockFile = JSON.parse(await Deno.readTextFile(new URL("deno.lock", root)));
  for (const { integrity } of Object.values(npm)) assertStringIncludes(integrity, "sha512-");
  const named = new Set<string>();
  const members = ["", "playground/", "tests/", "tools/"].map((folder) => `${folder}deno.json`);
  for (const path of [...members, ...await Array.fromAsync(filesOf(".ts", "tools/packages/"))]) {
    const text = await Deno.readTextFile(new URL(path, root));
    for (const [, specifier] of text.matchAll(/"(npm:@?[^"@]+@[\d.]+)/g)) {
      if (specifier) named.add(specifier);
    }
  }
  assert(
    named.has("npm:valibot@1.5.0") && [...named].some((name) => name.startsWith("npm:playwright-core@")),
  );
  for (const specifier of named) assert(specifier in specifiers, specifier);
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

/** A command of Deno on a machine without Deno's caches. */
class FirstRun implements AsyncDisposable {
  readonly child: Deno.ChildProcess;
  readonly #directory: string;

  private constructor(directory: string, command: string) {
    this.#directory = directory;
    const { NO_COLOR: _off, ...env } = Deno.env.toObject();
    this.child = new Deno.Command(Deno.execPath(), {
      args: command.split(" "),
      cwd: root,
      clearEnv: true,
      env: { ...env, DENO_DIR: directory },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
  }

  static async start(command: string): Promise<FirstRun> {
    return new FirstRun(await Deno.makeTempDir({ prefix: "tonearm-test-" }), command);
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

function firstRunTest(command: string, rule: string, test: (run: FirstRun) => Promise<void>): void {
  Deno.test({
    name: `\`deno ${command}\` with an empty cache and colours on ${rule}` +
      (withoutRegistry === undefined ? leftOut("it downloads packages") : ` (ignored: ${withoutRegistry})`),
    ignore: withoutRegistry !== undefined || !TEST_ALL,
    async fn() {
      await using run = await FirstRun.start(command);
      await test(run);
    },
  });
}

firstRunTest(
  "run -A tools/demo.ts",
  "ends without a failure and downloads only its own packages",
  async (run) => {
    await run.child.stdin.close();
    const { code, stdout: out, stderr: err } = await run.child.output();
    const [stdout, stderr] = [out, err].map((bytes) => new TextDecoder().decode(bytes));
    assertEquals(code, 0, `${stdout}${stderr}`);
    assertStringIncludes(stdout ?? "", "no faults");
    assertNotMatch(stdout ?? "", steering);
    assertEquals(run.packages().toSorted(), ["deno-std", "json5", "valibot"]);
  },
);

firstRunTest("task play --no-extensions", "prints nothing but the conversation", async (run) => {
  const writer = run.child.stdin.getWriter();
  await writer.write(new TextEncoder().encode("queue.add {tracks: [1]}\n"));
  await writer.close();
  const { code, stdout } = await run.child.output();
  const answer = "  = { success: true, addedCount: 1, queueCount: 1 }";
  assertEquals([code, new TextDecoder().decode(stdout)], [0, `p1> queue.add {tracks: [1]}\n${answer}\n`]);
});

firstRunTest("task playground", "serves a panel whose bridge says nothing", async (run) => {
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
