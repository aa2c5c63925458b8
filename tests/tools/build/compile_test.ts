import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { zipSync } from "fflate";
import { version } from "../../../host_stdio/version.ts";
import { bakedFlags } from "../../../tools/build/compile.ts";
import { processTests } from "../../../tools/build/process_tests.ts";
import { stampOf } from "../../../tools/build/stamp.ts";
import { thisTarget } from "../../../tools/build/targets.ts";
import { frameOf } from "../../../tools/support/frames.ts";
import { BRIDGE_VARIABLE, type ProgramResult, runProgram } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { setDeadline } from "../../support/deadline.ts";
import { leftOut, slowTest, TEST_ALL } from "../../support/test_all.ts";
import { inFolder, readBinary } from "./support.ts";

setDeadline(300_000);

const task = [
  "run",
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-run",
  "--allow-env=DENORT_BIN,INIT_CWD",
  "tools/build.ts",
];

/** Runs the task `build` of deno.json. */
async function build(args: readonly string[], env: Record<string, string> = {}): Promise<ProgramResult> {
  return await runProgram(Deno.execPath(), [...task, ...args], { cwd: root, env });
}

/** A stand-in for the base binary. Any program of this system works with data appended to it. */
const standIn = Deno.build.os === "linux" ? "/bin/true" : Deno.execPath();
const target = thisTarget();
assert(target, `no binary is made for ${Deno.build.target}`);
const name = `tonearm-${version}-${target.name}`;

Deno.test("the task build runs the tested program", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
  assertEquals(tasks.build.command, ["deno", ...task].join(" "));
});

Deno.test({
  name:
    "the binary contains the sandbox, the entry and only the bundle, which passes the whole-process tests" +
    leftOut("it builds twice and repeats tests"),
  ignore: !TEST_ALL,
  fn: (t) =>
    inFolder(async (folder) => {
      const { code, stderr } = await build(["binary", `--out=${folder}`], { DENORT_BIN: standIn });
      assertEquals(code, 0, stderr);
      const { settings, files } = readBinary(await Deno.readFile(`${folder}/${name}/${target.binary}`));

      await t.step(
        "permissions are those of --allow-read=. --allow-write=. --deny-import --cached-only without a prompt, and no others",
        () => {
          const permissions = settings["permissions"] as Record<string, unknown>;
          const granted = Object.entries(permissions).filter(([, value]) => value !== null);
          assertEquals(Object.fromEntries(granted), {
            allow_read: ["."],
            allow_write: ["."],
            // --cached-only allows all hosts, --deny-import denies all.
            allow_import: [],
            deny_import: [],
            prompt: false,
          });
        },
      );

      await t.step("there is no code cache, no argument, no environment and no other entry", () => {
        const fixed = {
          argv: [],
          code_cache_key: null,
          entrypoint_key: "main.js",
          env_vars_from_env_file: {},
          preload_modules: [],
          require_modules: [],
          node_modules: null,
          unsafely_ignore_certificate_errors: null,
        };
        assertEquals(Object.fromEntries(Object.keys(fixed).map((key) => [key, settings[key]])), fixed);
        const { import_map, package_jsons } = settings["workspace_resolver"] as Record<string, unknown>;
        assertEquals([import_map, package_jsons], [null, {}]);
      });

      await t.step("the files are those of the bundle, byte for byte", async () => {
        const bundled = await Array.fromAsync(Deno.readDir(`${folder}/bundle`));
        const scripts = bundled.map((file) => file.name).filter((name) => !name.endsWith(".map"));
        assertEquals(files.map((file) => file.name).toSorted(), scripts.toSorted());
        for (const file of files) {
          assertEquals(file.bytes, await Deno.readFile(`${folder}/bundle/${file.name}`));
        }
      });

      await t.step("it contains no paths of the build machine", () => {
        const text = files.map(({ bytes }) => new TextDecoder().decode(bytes)).join("\n");
        // A path outside the tree names its parent folders.
        for (const place of [root.pathname, folder, "\n// ../", "registry.npmjs.org", "tonearm-bundle-"]) {
          assert(!text.includes(place), place);
          assert(!JSON.stringify(settings).includes(place), place);
        }
      });

      const extracted = `${folder}/extracted`;
      await Deno.mkdir(extracted);
      for (const file of files) await Deno.writeFile(`${extracted}/${file.name}`, file.bytes);
      const bridge = [Deno.execPath(), "run", ...bakedFlags, `${extracted}/main.js`];

      await t.step("--version prints version and commit", async () => {
        const [program = "", ...args] = bridge;
        const { commit } = await stampOf();
        const shown = commit === undefined ? "" : ` (${commit})`;
        assertEquals(
          (await runProgram(program, [...args, "--version"])).stdout,
          `tonearm ${version}${shown}\n`,
        );
      });

      await t.step(
        "the whole-process tests pass against what is embedded, under the flags that are baked",
        async () => {
          const { code, stdout, stderr } = await runProgram(
            Deno.execPath(),
            ["test", "--no-prompt", "--no-check", "--allow-all", ...processTests.everyRun],
            { cwd: root, env: { [BRIDGE_VARIABLE]: JSON.stringify(bridge) } },
          );
          assertEquals(code, 0, stdout + stderr);
          const [, passed] = /^ok \| (\d+) passed/m.exec(stdout) ?? [];
          assert(Number(passed) > 30, stdout);
        },
      );

      await t.step(
        "the archives contain binary or bundle, README and LICENSE, and the checksums are right",
        async () => {
          const sums = await Deno.readTextFile(`${folder}/SHA256SUMS`);
          const listed = [`tonearm-${version}-bundle.tar.gz`, `${name}.${target.archive}`];
          assertEquals(sums.trimEnd().split("\n").map((line) => line.slice(66)), listed);
          if (Deno.build.os !== "linux") return;
          assertEquals((await runProgram("sha256sum", ["--check", "SHA256SUMS"], { cwd: folder })).code, 0);
          const { stdout } = await runProgram("tar", ["--list", "--verbose", "--file", `${name}.tar.gz`], {
            cwd: folder,
          });
          const rows = stdout.trimEnd().split("\n").map((row) => [row.slice(0, 10), row.split(/\s/).at(-1)]);
          assertEquals(rows, [
            ["-rwxr-xr-x", `${name}/tonearm`],
            ["-rw-r--r--", `${name}/README.md`],
            ["-rw-r--r--", `${name}/LICENSE`],
          ]);
        },
      );

      await t.step("a second build is identical", async () => {
        const sums = await Deno.readTextFile(`${folder}/SHA256SUMS`);
        const again = `${folder}/again`;
        assertEquals((await build(["binary", `--out=${again}`], { DENORT_BIN: standIn })).code, 0);
        assertEquals(await Deno.readTextFile(`${again}/SHA256SUMS`), sums);
      });
    }),
});

/** Makes a copy of Deno's cache with base binaries in it. */
async function cacheWith(folder: string, archives: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const { denoDir } = JSON.parse((await runProgram(Deno.execPath(), ["info", "--json"])).stdout);
  const release = `${folder}/cache/dl/release/v${Deno.version.deno}`;
  await Deno.mkdir(release, { recursive: true });
  for (const place of ["", "/dl"]) {
    for await (const { name } of Deno.readDir(denoDir + place)) {
      if (name === "dl" || name === "release") continue;
      await Deno.symlink(`${denoDir}${place}/${name}`, `${folder}/cache${place}/${name}`);
    }
  }
  for (const [name, bytes] of archives) await Deno.writeFile(`${release}/${name}`, bytes);
  return `${folder}/cache`;
}

Deno.test({
  name:
    "a base binary in Deno's cache is used; when one cannot be downloaded, the error says how to supply it" +
    leftOut("it builds a release"),
  ignore: !TEST_ALL || Deno.build.os !== "linux",
  fn: () =>
    inFolder(async (folder) => {
      // Downloads the bundler before the network is disabled.
      const bundled = await build(["bundle", `--out=${folder}`]);
      assertEquals(bundled.code, 0, bundled.stderr);
      const program = zipSync({ denort: await Deno.readFile(standIn) });
      const supplied = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];
      const cache = await cacheWith(
        folder,
        new Map(supplied.map((triple) => [`denort-${triple}.zip`, program])),
      );
      const { code, stderr } = await build(["release", `--out=${folder}`], {
        DENO_DIR: cache,
        // Nothing listens on this port.
        HTTPS_PROXY: "http://127.0.0.1:9",
      });
      assertEquals(code, 1, stderr);
      for (const triple of ["x86_64-pc-windows-msvc", "x86_64-apple-darwin", "aarch64-apple-darwin"]) {
        assertMatch(stderr, new RegExp(`: denort-${triple}\\.zip could not be downloaded: .*refused`, "i"));
      }
      assertStringIncludes(stderr, `https://dl.deno.land/release/v${Deno.version.deno}/\n`);
      assertStringIncludes(stderr, `$DENO_DIR/dl/release/v${Deno.version.deno}/`);
      assertStringIncludes(stderr, "DENORT_BIN=/path/to/denort deno task build binary");
      assert(!stderr.includes("linux-x64: denort"), stderr);
      const made = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).toSorted();
      assertEquals(made, [
        "bundle",
        "cache",
        `tonearm-${version}-bundle.tar.gz`,
        `tonearm-${version}-linux-arm64`,
        `tonearm-${version}-linux-arm64.tar.gz`,
        `tonearm-${version}-linux-x64`,
        `tonearm-${version}-linux-x64.tar.gz`,
      ]);
    }),
});

slowTest(
  "each script of the bundle has a source map, and stack traces have the places of the tree once it is linked",
  "it bundles",
  async () => {
    await inFolder(async (folder) => {
      assertEquals((await build(["bundle", `--out=${folder}`])).code, 0);
      const names = (await Array.fromAsync(Deno.readDir(`${folder}/bundle`))).map(({ name }) => name);
      const scripts = names.filter((name) => name.endsWith(".js"));
      assertEquals(names.toSorted(), scripts.flatMap((name) => [name, `${name}.map`]).toSorted());
      const sources = new Set<string>();
      for (const name of scripts) {
        const script = await Deno.readTextFile(`${folder}/bundle/${name}`);
        assert(!script.includes("sourceMappingURL"), name);
        // The engine keeps a script with other characters in two bytes each, and reads it more slowly.
        assertMatch(script, /^\p{ASCII}*$/u, name);
        const map = JSON.parse(await Deno.readTextFile(`${folder}/bundle/${name}.map`));
        assertEquals(Object.keys(map), ["version", "sources", "names", "mappings"]);
        for (const source of map.sources) sources.add(source);
      }
      // Without what the build writes, and without packages.
      const modules = [...sources].filter((source) =>
        !/^(?:stamp\.json|namespaces\.ts|(?:valibot|deno-std|@logtape\/\w+)\/)/.test(source)
      );
      for (const path of modules) assert((await Deno.stat(new URL(path, root))).isFile, path);
      assert(modules.includes("handlers/test/mod.ts"));

      const main = `${folder}/bundle/main.js`;
      let probes = 0;
      for (const name of scripts) {
        const text = await Deno.readTextFile(`${folder}/bundle/${name}`);
        const probed = text.replace("pong: true", 'pong: (() => { throw new Error("probe") })()');
        if (probed !== text) probes++;
        await Deno.writeTextFile(`${folder}/bundle/${name}`, `${probed}//# sourceMappingURL=${name}.map\n`);
      }
      assertEquals(probes, 1);
      const input = frameOf({ jsonrpc: "2.0", id: 1, method: "test.ping" });
      const { stderr } = await runProgram(Deno.execPath(), ["run", ...bakedFlags, main], {
        cwd: folder,
        input,
      });
      const lines = (await Deno.readTextFile(new URL("handlers/test/mod.ts", root))).split("\n");
      const line = lines.findIndex((line) => line.includes("pong: true")) + 1;
      assertStringIncludes(stderr, `bundle/handlers/test/mod.ts:${line}:`);
      // This function runs at every start, and so it was moved.
      const [, caller = ""] =
        /runOperation \(.*bundle\/handlers\/core\/run_operation\.ts:(\d+):/.exec(stderr) ?? [];
      const callers = (await Deno.readTextFile(new URL("handlers/core/run_operation.ts", root))).split("\n");
      assertStringIncludes(callers[Number(caller) - 1] ?? "", "operation.handle(");
    });
  },
);

slowTest("invalid command lines and base binaries are refused", "it compiles", async () => {
  await inFolder(async (folder) => {
    const base = `${folder}/denort`;
    await Deno.writeTextFile(base, "no program");
    const cases: readonly [readonly string[], Record<string, string>, number, string][] = [
      // Paths are relative to the caller's directory.
      [["binary", "--out=out"], { DENORT_BIN: "denort", INIT_CWD: folder }, 1, "deno compile has failed"],
      [[], {}, 2, "say what to build"],
      [["amiga"], {}, 2, '"amiga" cannot be built'],
      [["binary", "amiga"], {}, 2, '"amiga" is not a target'],
      [["bundle", "--nope"], {}, 2, 'unknown flag "--nope"'],
      [["release", "linux-x64"], {}, 2, "takes no targets"],
      [["release"], { DENORT_BIN: base }, 2, "DENORT_BIN names the base binary of one target"],
      [["binary", `--out=${folder}/out`], { DENORT_BIN: base }, 1, "deno compile has failed"],
      [["binary", `--out=${folder}/out`], { DENORT_BIN: `${folder}/nothing` }, 1, `${folder}/nothing`],
      [["npm", `--out=${folder}`], {}, 1, `${folder} is not empty`],
    ];
    for (const [args, env, expected, text] of cases) {
      const { code, stderr } = await build(args, env);
      assertEquals(code, expected, stderr);
      assertStringIncludes(stderr, text);
    }
    const { code, stdout } = await build(["--help"]);
    assertEquals(code, 0);
    assertStringIncludes(stdout, "windows-x64, macos-x64, macos-arm64, linux-x64, linux-arm64");
  });
});
