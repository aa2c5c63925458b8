import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { version } from "../../../host_stdio/version.ts";
import { bundleLibrary } from "../../../tools/build/npm/package.ts";
import {
  type PackageFolder,
  packageJson,
  packageNames,
  valibotVersion,
} from "../../../tools/build/npm/package_files.ts";
import { stampOf } from "../../../tools/build/stamp.ts";
import { runProgram, versionOf } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { setDeadline } from "../../support/deadline.ts";
import { tempDirectory } from "../../support/temp_directory.ts";
import { directoryTest, leftOut, TEST_ALL } from "../../support/test_all.ts";
import { usePackedPlayground } from "./packed_playground.ts";

setDeadline(900_000);

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

/** A player on Node.js. Arguments: the library, its test doubles, Deno, a log directory. */
const program = `
const [library, testing, deno, directory] = process.argv.slice(2);
const { embedBridge, spawnBridge, version } = await import(library);
const { ReferencePlayer } = await import(testing);
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
  failed.push([name, message, exitCode, cause.code]);
  await bridge.close().catch(() => {});
}
process.env.PATH = "/none";
const lost = spawnBridge({ directory });
failed.push(await lost.invoke("test.ping").catch(({ message }) => message));
await lost.close().catch(() => {});
console.log(JSON.stringify({
  version, self, added, heard, cancelled, status, late, embedded, failed, lines: lines.length > 0, large: text.length,
}));
`;

directoryTest(
  "the library runs on Node.js and starts a real bridge there",
  whatPackageMisses,
  async (directory) => {
    await bundleLibrary(directory, await stampOf());
    await Deno.writeTextFile(`${directory}/player.mjs`, program);
    await Deno.mkdir(`${directory}/logs`);
    const printed = await run(
      "node",
      ["player.mjs", "./mod.js", "./testing/mod.js", Deno.execPath(), `${directory}/logs`],
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
      embedded: "without Deno an embedded bridge needs the option disk; or use spawnBridge",
      failed: [
        ["BridgeGone", "the bridge could not be started: no-such-deno: command not found", null, "ENOENT"],
        ["BridgeGone", "the bridge has gone with exit code 1", 1, 1],
        [
          "BridgeGone",
          'the bridge has gone with exit code 2: tonearm: unknown flag "--nope"; --help lists the flags',
          2,
          2,
        ],
        ["BridgeGone", "the bridge could not be started: /none: no such directory", null, "ENOENT"],
        'the bridge could not be started: deno: command not found; install it with "npm install deno", or put one on the PATH',
      ],
      lines: true,
      large: 3_000_000,
    });
    assertEquals(await Deno.readTextFile(`${directory}/logs/webview_ui.log`), "[INFO] from Node.js\n");
  },
);

const [, script = ""] = /^```ts\n(.*?)^```$/ms.exec(await Deno.readTextFile(new URL("README.md", root))) ??
  [];
const printed = /^\{\s+success: true,\s+addedCount: 2,\s+queueCount: 2,?\s+\}\n$/;

Deno.test({
  name: "README.md's script runs in an empty folder with the settings of docs/players.md and checked types" +
    leftOut("it checks all types"),
  ignore: !TEST_ALL,
  fn: async () => {
    await using temporary = await tempDirectory();
    const directory = temporary.path;
    await Deno.writeTextFile(`${directory}/player.ts`, script);
    const document = await Deno.readTextFile(new URL("docs/players.md", root));
    const [, settings = ""] = /^ *```json\n(.*?)^ *```$/ms.exec(document) ?? [];
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
  },
});

/** The player in TypeScript of docs/players.md. */
const [, firstPlayer = ""] = /`player\.ts`:\n\n```ts ignore\n(.*?)^```$/ms.exec(
  await Deno.readTextFile(new URL("docs/players.md", root)),
) ?? [];

/** Code of a user of the package; the second call must not compile. */
const consumer = `
import { type OperationResult, type PanelApi, spawnBridge } from "@tonearm/tonearm";
import { ReferencePlayer } from "@tonearm/tonearm/testing";
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

/** The types of a namespace of a player's own, in docs/players.md. */

const [, extending = ""] = /^```ts ignore\n(declare module .*?)^```$/ms.exec(
  await Deno.readTextFile(new URL("docs/players.md", root)),
) ?? [];

/** Code of a page. */
const page = (module: string) => `
import { connectPanel } from "${module}";
const api = connectPanel(new WebSocket("ws://localhost"));
export const { success } = await api.invoke("queue.add", { tracks: [1] });
// @ts-expect-error: a text is no index.
await api.invoke("queue.add", { tracks: ["1"] });
api.on("menu:select", ({ itemId }) => itemId.toUpperCase());
const added = await api.queue.add({ tracks: [1] });
export const count: number = added.success ? added.queueCount : 0;
${extending.replace("@tonearm/tonearm/panel", module)}
await api.scrobbler.submit({ title: "a" });
api.on("scrobbler:submitted", ({ title, count }) => title.slice(count));
// @ts-expect-error: there is no such event.
api.on("scrobbler:nothing", () => {});
`;

/** A page without imports. */
const theme = (types: string) =>
  `/// <reference types="${types}" />
const stream = await fb2k.audio.getStreamInfo();
export const codec: string | undefined = "codec" in stream ? stream.codec : undefined;
window.fb2k.on("selection:changed", ({ count }) => count.toFixed());
// @ts-expect-error: there is no such operation.
await fb2k.queue.nothing();
`;

/** The module resolution modes of TypeScript. */
const resolutions = [
  { module: "nodenext" },
  { module: "node16" },
  { module: "es2022", moduleResolution: "bundler" },
] as const;

const typescript = ["node_modules/typescript/bin/tsc"];
const systems: Readonly<Record<string, string>> = { darwin: "darwin", linux: "linux", windows: "win" };
/** The npm package with Node.js 22. */
const nextNode = `node-${systems[Deno.build.os]}-${Deno.build.arch === "x86_64" ? "x64" : "arm64"}`;

directoryTest(
  "the npm packages are installed and used in empty folders with Node.js, Node.js 22 and Bun, and have checked types",
  whatPackageMisses,
  async (directory) => {
    const built = `${directory}/built`;
    const repository = "git+https://example.com/tonearm.git";
    const build = new URL("tools/build.ts", root).href;
    await run(
      Deno.execPath(),
      ["run", "--allow-all", build, "npm", `--out=${built}`, `--repository=${repository}`],
      directory,
    );
    const archive = (folder: PackageFolder) =>
      `${built}/${packageNames[folder].replace("@", "").replace("/", "-")}-${version}.tgz`;
    const newFolder = async (name: string, ...packages: string[]): Promise<string> => {
      const folder = `${directory}/${name}`;
      await Deno.mkdir(folder);
      await Deno.writeTextFile(`${folder}/package.json`, '{"type":"module"}');
      await run("npm", ["install", "--no-audit", "--no-fund", "typescript@5.9.3", ...packages], folder);
      return folder;
    };
    const user = `${directory}/user`;
    const compile = async (folder: string, files: Readonly<Record<string, string>>): Promise<void> => {
      for (const [name, text] of Object.entries(files)) await Deno.writeTextFile(`${folder}/${name}`, text);
      for (const resolution of resolutions) {
        const compilerOptions = {
          strict: true,
          exactOptionalPropertyTypes: true,
          // The declarations are the same for all: one check of them is enough.
          skipLibCheck: folder !== user || resolution.module !== "nodenext",
          target: "es2022",
          types: [],
          ...resolution,
        };
        const settings = { compilerOptions, files: Object.keys(files) };
        await Deno.writeTextFile(`${folder}/tsconfig.json`, JSON.stringify(settings));
        await run("node", typescript, folder);
      }
      // Without the settings, as when an editor checks a single page, the exports of packages are not read.
      const alone = [
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--target",
        "es2022",
        "--module",
        "es2022",
        "theme.ts",
      ];
      await run("node", [...typescript, ...alone], folder);
    };

    const deno = `deno@${Deno.version.deno}`;
    await newFolder("user", archive("tonearm"), deno, "bun@1.4.5", `${nextNode}@22`, "@types/node@22");
    const [, example = ""] = /^```js ignore\n(.*?)^```$/ms.exec(
      await Deno.readTextFile(`${user}/node_modules/@tonearm/tonearm/README.md`),
    ) ?? [];
    await Deno.writeTextFile(`${user}/player.mjs`, example);
    const types = "@tonearm/tonearm/panel";
    await compile(user, {
      "player.ts": script,
      "use.ts": consumer,
      "page.ts": page(types),
      "theme.ts": theme(types),
    });
    const node22 = `${user}/node_modules/${nextNode}/bin/node`;
    assertMatch(await run(node22, ["--version"], user), /^v22\./);
    const node = (await run("node", ["--print", "process.execPath"], user)).trim();
    for (const program of [node, node22, `${user}/node_modules/.bin/bun`]) {
      // The PATH has no Deno, so npm's is used.
      assertMatch(await run(program, ["player.mjs"], user, "/none"), printed);
    }
    await Deno.writeTextFile(`${user}/first.ts`, firstPlayer);
    await Deno.mkdir(`${user}/logs`);
    const strict = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext"];
    await run("node", [...typescript, ...strict, "--types", "node", "first.ts"], user);
    for (const program of [node22, `${user}/node_modules/.bin/bun`]) {
      assertMatch(
        await run(program, ["first.ts"], user, "/none"),
        /^answer: \{.*\}\nevent: \{.*\}\nexit code: 0\n$/,
      );
    }

    const panel = await newFolder("panel", archive("panel"));
    await compile(panel, { "page.ts": page("@tonearm/panel"), "theme.ts": theme("@tonearm/panel") });
    const parts = await run(
      "node",
      ["--print", 'import("@tonearm/panel").then((each) => console.log(Object.keys(each))), ""'],
      panel,
    );
    assertEquals(parts.trim(), "[ 'connectPanel' ]");

    const maker = archive("create-tonearm-panel");
    await run(
      "npm",
      ["exec", "--yes", `--package=${maker}`, "--", "create-tonearm-panel", "my-panel"],
      directory,
    );
    const mine = `${directory}/my-panel`;
    await run("npm", ["install", "--no-audit", "--no-fund"], mine);
    const check = [`${panel}/node_modules/typescript/bin/tsc`, "--project", "jsconfig.json"];
    await run("node", check, mine);
    const written = await Deno.readTextFile(`${mine}/panel/panel.js`);
    await Deno.writeTextFile(
      `${mine}/panel/panel.js`,
      written.replace("playback.next(", "playback.nothing("),
    );
    assertMatch(
      (await runProgram("node", check, { cwd: mine })).stdout,
      /panel\.js.*'nothing' does not exist/,
    );
    assertMatch(
      await run("npm", ["start", "--", "--help"], mine),
      / {2}npx tonearm-playground \[OPTIONS\] \[FILES\]\n/,
    );
    const program = `${mine}/node_modules/create-tonearm-panel/playground.js`;
    for (const version of [node, node22]) {
      await usePackedPlayground({ node: version, program, folder: mine, path: "/none" });
    }

    for (const folder of ["tonearm", "panel", "create-tonearm-panel"]) {
      const content = JSON.parse(await Deno.readTextFile(`${built}/${folder}/package.json`));
      assertEquals(content.repository, { type: "git", url: repository });
    }
  },
);

Deno.test("the npm packages have the version and license of deno.json, no dependencies, and the members that npm shows", async () => {
  for (const [folder, name] of Object.entries(packageNames)) {
    const text = packageJson(folder as PackageFolder, configuration, undefined);
    const { description, keywords, files, repository, ...content } = JSON.parse(text);
    assertEquals([content.name, content.version, content.license], [name, version, "MIT"]);
    assertEquals([content.dependencies, repository], [undefined, undefined]);
    const url = "git+https://example.com/tonearm.git";
    const released = JSON.parse(packageJson(folder as PackageFolder, configuration, url));
    assertEquals(released.homepage, "https://example.com/tonearm#readme");
    assertEquals(released.bugs, { url: "https://example.com/tonearm/issues" });
    assert(description.length > 20 && keywords.length > 4 && files.length > 1);
    const readme = await Deno.readTextFile(new URL(`tools/build/npm/readme/${folder}.md`, root));
    assert(readme.startsWith(`# ${name}\n`));
  }
  assertMatch(valibotVersion(configuration), /^\d+\.\d+\.\d+$/);
  assertThrows(() => valibotVersion({ ...configuration, imports: {} }), Error, "valibot");
});
