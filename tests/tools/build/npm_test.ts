import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { bundleAll } from "../../../tools/build/npm/package.ts";
import { packageJson, readme, valibotVersion } from "../../../tools/build/npm/package_files.ts";
import { root } from "../../../tools/tree.ts";
import { version } from "../../../version.ts";
import { leftOut, TEST_ALL } from "../../support/test_all.ts";
import { runProgram, versionOf } from "../../../tools/support/process.ts";

const configuration = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));

/** Runs a program and returns its output; throws when it fails. */
async function run(program: string, args: readonly string[], cwd: string, path?: string): Promise<string> {
  const env = path === undefined ? {} : { PATH: path };
  const { code, stdout, stderr } = await runProgram(program, args, { cwd, env });
  assertEquals(code, 0, `${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

const node = await versionOf("node");
const [, major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(node ?? "") ?? []).map(Number);
const isRecent = major > 22 || (major === 22 && minor >= 3) || (major === 20 && minor >= 16);
const whatNodeMisses = node === undefined
  ? "there is no Node.js"
  : isRecent
  ? undefined
  : `Node.js ${node.trim()} is too old`;
const whatPackageMisses = whatNodeMisses ??
  (TEST_ALL ? undefined : "it takes half a minute and npm: set TONEARM_TEST_ALL=1");

/** Runs a test in a directory of its own. Ignores it, with the reason in its name, when a requirement is missing. */
function testOf(name: string, missing: string | undefined, fn: (directory: string) => Promise<void>): void {
  Deno.test({
    name: missing === undefined ? name : `${name} [left out: ${missing}]`,
    ignore: missing !== undefined,
    async fn() {
      const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
      try {
        await fn(directory);
      } finally {
        await Deno.remove(directory, { recursive: true });
      }
    },
  });
}

/** A player on Node.js. Arguments: the library, Deno, a log directory. */
const program = `
const [library, deno, directory] = process.argv.slice(2);
const { embedBridge, ReferencePlayer, spawnBridge, version } = await import(library);
const player = new ReferencePlayer();
const lines = [];
const bridge = spawnBridge({
  directory,
  deno,
  actions: player.actions,
  flags: ["--log-level=debug"],
  onDiagnostic: (line) => lines.push(line),
});
player.onSignal((signal) => bridge.signal(signal));
const { bridge: self } = await bridge.initialize({ name: "test", version: "1" });
const added = await bridge.invoke("queue.add", { tracks: [1] }, { panel: "p1" });
player.user.copy({ text: "x".repeat(3_000_000) });
const { text } = await bridge.invoke("clipboard.read");
const dismissed = new Promise((resolve) => bridge.on("menu:dismiss", (data, panel) => resolve([data, panel])));
await bridge.invoke("menu.show", { items: [{ id: "a", label: "A" }] }, { panel: "p1" });
player.user.chooseRow("a");
const cancelled = await bridge.invoke("test.ping", undefined, { signal: AbortSignal.abort("no") }).catch(String);
bridge.client.notify("signal.unheardOf", {});
await bridge.invoke("log.write", { message: "from Node.js", timestamp: false });
const heard = await dismissed;
const status = await bridge.close();
const late = await bridge.invoke("test.ping").catch(({ name }) => name);
player.close();
const embedded = await embedBridge({ directory }).catch(({ message }) => message);
const failed = [];
for (
  const options of [{ deno: "no-such-deno" }, { command: ["/bin/false"] }, { deno, flags: ["--nope"] }, { directory: "/none" }]
) {
  const bridge = spawnBridge({ directory, ...options });
  const { name, message, exitCode, cause } = await bridge.invoke("test.ping").catch((error) => error);
  failed.push([name, message.split(";")[0], exitCode, cause.code]);
  await bridge.close().catch(() => {});
}
console.log(JSON.stringify({
  version, self, added, heard, cancelled, status, late, embedded, failed, lines: lines.length > 0, large: text.length,
}));
`;

testOf("the library runs on Node.js and starts a real bridge there", whatNodeMisses, async (directory) => {
  await bundleAll(directory);
  await Deno.writeTextFile(`${directory}/player.mjs`, program);
  await Deno.mkdir(`${directory}/logs`);
  const printed = await run(
    "node",
    ["player.mjs", "./mod.js", Deno.execPath(), `${directory}/logs`],
    directory,
  );
  assertEquals(JSON.parse(printed), {
    version,
    self: { name: "tonearm", version },
    added: { success: true, addedCount: 1, queueCount: 1 },
    heard: [{ menuId: "menu-1", reason: "select" }, "p1"],
    cancelled: "no",
    status: { success: true, code: 0, signal: null },
    late: "BridgeGone",
    embedded: "a bridge can be embedded on Deno only: use spawnBridge",
    failed: [
      ["BridgeGone", "the bridge could not be started: no-such-deno: command not found", null, "ENOENT"],
      ["BridgeGone", "the bridge has gone with exit code 1", 1, 1],
      ["BridgeGone", 'the bridge has gone with exit code 2: tonearm: unknown flag "--nope"', 2, 2],
      ["BridgeGone", "the bridge could not be started: /none: no such directory", null, "ENOENT"],
    ],
    lines: true,
    large: 3_000_000,
  });
  assertEquals(await Deno.readTextFile(`${directory}/logs/webview_ui.log`), "[INFO] from Node.js\n");
});

/** The script in README.md. */
const [, script = ""] = /^```ts\n(.*?)^```$/ms.exec(await Deno.readTextFile(new URL("README.md", root))) ??
  [];
const printed = /^\{\s+success: true,\s+addedCount: 2,\s+queueCount: 2,?\s+\}\n$/;

Deno.test({
  name: "README.md's script runs in an empty folder with checked types" + leftOut("it checks all types"),
  ignore: !TEST_ALL,
  fn: async () => {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-test-" });
    try {
      await Deno.writeTextFile(`${directory}/player.ts`, script);
      const readme = await Deno.readTextFile(new URL("README.md", root));
      const [, settings = ""] = /^ *```json\n(.*?)^ *```$/ms.exec(readme) ?? [];
      const { imports, links } = JSON.parse(settings);
      assertEquals([imports, links], [{ [configuration.name]: `jsr:${configuration.name}@${version}` }, [
        "/path/to/tonearm",
      ]]);
      const tree = decodeURIComponent(root.pathname);
      await Deno.writeTextFile(
        `${directory}/deno.json`,
        settings.replace('"/path/to/tonearm"', JSON.stringify(tree)),
      );
      const args = ["run", "--check", "--no-prompt", "--allow-run", `--allow-read=${directory}`, "player.ts"];
      assertMatch(await run(Deno.execPath(), args, directory), printed);
      await Deno.writeTextFile(`${directory}/player.ts`, script.replace("[0, 1]", '["0"]'));
      const { code } = await runProgram(Deno.execPath(), args, { cwd: directory });
      assert(code !== 0, "a text is no index");
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  },
});

/** Code of a user of the package; the second call must not compile. */
const consumer = `
import { type OperationResult, type PanelApi, ReferencePlayer, spawnBridge } from "@tonearm/tonearm";
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
export const same: Equal<OperationResult<"queue.getCount">, { count: number; hasItems: boolean }> = true;
const player = new ReferencePlayer();
const bridge = spawnBridge({ directory: ".", actions: player.actions });
await bridge.invoke("queue.add", { tracks: [1] });
// @ts-expect-error: a text is no index.
await bridge.invoke("queue.add", { tracks: ["1"] });
bridge.on("menu:select", ({ itemId }) => itemId.toUpperCase());
export const call: PanelApi["invoke"] = (name, ...params) => bridge.invoke(name, ...params);
`;

/** The types of a namespace of a player's own, in docs/extending.md. */
const [, extending = ""] = /^```ts ignore\n(declare module .*?)^```$/ms.exec(
  await Deno.readTextFile(new URL("docs/extending.md", root)),
) ?? [];

/** Code of a page. */
const page = `
import { connectPanel } from "@tonearm/tonearm/panel";
const api = connectPanel(new WebSocket("ws://localhost"));
export const { success } = await api.invoke("queue.add", { tracks: [1] });
// @ts-expect-error: a text is no index.
await api.invoke("queue.add", { tracks: ["1"] });
api.on("menu:select", ({ itemId }) => itemId.toUpperCase());
const added = await api.queue.add({ tracks: [1] });
export const count: number = added.success ? added.queueCount : 0;
${extending}
await api.scrobbler.submit({ title: "a" });
api.on("scrobbler:submitted", ({ title, count }) => title.slice(count));
// @ts-expect-error: there is no such event.
api.on("scrobbler:nothing", () => {});
`;

/** A page without imports. */
const theme = `/// <reference types="@tonearm/tonearm/panel" />
const stream = await fb2k.audio.getStreamInfo();
export const codec: string | undefined = "codec" in stream ? stream.codec : undefined;
window.fb2k.on("selection:changed", ({ count }) => count.toFixed());
// @ts-expect-error: there is no such operation.
await fb2k.queue.nothing();
`;

testOf(
  "the package for Node.js can be packed and installed, compiles at ES2022, and runs on Node.js and Bun",
  whatPackageMisses,
  async (directory) => {
    const [built, user] = [`${directory}/built`, `${directory}/user`];
    await run(
      Deno.execPath(),
      ["run", "--allow-all", new URL("tools/build.ts", root).href, "npm", `--out=${built}`],
      directory,
    );
    await Deno.mkdir(user);
    await Deno.writeTextFile(`${user}/package.json`, '{"type":"module"}');
    await run("npm", ["install", built, "typescript@5.9.3", "bun@1.4.5"], user);
    await Deno.writeTextFile(`${user}/player.ts`, script);
    await Deno.writeTextFile(`${user}/use.ts`, consumer);
    await Deno.writeTextFile(`${user}/page.ts`, page);
    await Deno.writeTextFile(`${user}/theme.ts`, theme);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      target: "es2022",
      module: "nodenext",
      types: [],
    };
    const settings = { compilerOptions, files: ["player.ts", "use.ts", "page.ts", "theme.ts"] };
    await Deno.writeTextFile(`${user}/tsconfig.json`, JSON.stringify(settings));
    await run("node", ["node_modules/typescript/bin/tsc"], user);
    // Without the settings, as an editor checks a single page: no exports of packages are read.
    const alone = ["--noEmit", "--strict", "--target", "es2022", "--module", "es2022", "theme.ts"];
    await run("node", ["node_modules/typescript/bin/tsc", ...alone], user);
    const path = `${Deno.execPath().replace(/\/[^/]*$/, "")}:${Deno.env.get("PATH")}`;
    for (const program of ["node", `${user}/node_modules/.bin/bun`]) {
      assertMatch(await run(program, ["player.js"], user, path), printed);
    }
    await run("npm", ["pack", "--pack-destination", directory], built);
    await run("npm", ["uninstall", "@tonearm/tonearm"], user);
    const archive = (await Array.fromAsync(Deno.readDir(directory))).find(({ name }) =>
      name.endsWith(".tgz")
    );
    await run("npm", ["install", `../${archive?.name}`], user);
    await Deno.writeTextFile(`${user}/player.mjs`, program);
    const told = await run("node", ["player.mjs", "@tonearm/tonearm", Deno.execPath(), user], user);
    assertEquals(JSON.parse(told).status.code, 0);
  },
);

Deno.test("the package for Node.js has the name, version and license of deno.json and no dependencies", () => {
  const content = JSON.parse(packageJson(configuration));
  assertEquals([content.name, content.version, content.license], ["@tonearm/tonearm", version, "MIT"]);
  assertEquals(content.dependencies, undefined);
  assertMatch(valibotVersion(configuration), /^\d+\.\d+\.\d+$/);
  assertThrows(() => valibotVersion({ ...configuration, imports: {} }), Error, "valibot");
  assert(readme.includes(`from "${content.name}"`));
});
