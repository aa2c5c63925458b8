import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import config from "../../../deno.json" with { type: "json" };
import { version } from "../../../host_stdio/version.ts";
import { nameFlaw, panelName } from "../../../panels/create/panel_name.ts";
import { bundleCreate } from "../../../tools/build/npm/package.ts";
import { packageNames } from "../../../tools/build/npm/package_files.ts";
import { stampOf } from "../../../tools/build/stamp.ts";
import { runProgram, versionOf } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { setDeadline } from "../../support/deadline.ts";
import { leftOut, TEST_ALL } from "../../support/test_all.ts";
import { usePackedPlayground } from "./packed_playground.ts";
import { inFolder } from "./support.ts";

setDeadline(300_000);

const rule =
  "use 1 to 63 of a-z 0-9 - _, first a letter, last a letter or digit, and not xn-- at the beginning";

Deno.test("nameFlaw accepts names that npm, every system and the players with panels allow", () => {
  for (const name of ["a", "my-panel", "a_b-1", "console", "a".repeat(63)]) {
    assertEquals(nameFlaw(name), undefined, name);
  }
  const long = "a".repeat(64);
  for (
    const name of ["", "A", "7", "a b", "a.b", "_a", "a-", "xn--a", "ä", "a\n", "../a", "a/b", "@me/a", long]
  ) {
    assertEquals(nameFlaw(name), `${JSON.stringify(name)} is not the name of a panel: ${rule}`);
  }
  for (const name of ["node_modules", "con", "com1"]) {
    assertEquals(nameFlaw(name), `"${name}" is a reserved name: choose another`);
  }
});

Deno.test("the players with panels show the names that nameFlaw accepts", async () => {
  const wholeOf = {
    "audacious/source/folders.cpp": `"\\\\A${panelName}\\\\z"`,
    "quodlibet/tonearm/panels.py": `r"${panelName}"`,
  };
  for (const [file, pattern] of Object.entries(wholeOf)) {
    assertStringIncludes(await Deno.readTextFile(new URL(`players/${file}`, root)), pattern);
  }
});

Deno.test("tonearm-playground has the permissions of `deno task playground`", async () => {
  const { command } = config.tasks.playground;
  const text = await Deno.readTextFile(new URL("panels/create/playground.ts", root));
  const flags = [...text.matchAll(/^ {2}"(--[^"]+)",$/gm)].map(([, flag = ""]) => flag);
  const offline = ["--no-config", "--no-remote", "--no-npm", "--quiet"];
  assertEquals(["deno run", ...flags.slice(0, -offline.length), "playground/main.ts"].join(" "), command);
  assertEquals(flags.slice(-offline.length), offline);
});

const node = await versionOf("node");

Deno.test({
  name:
    "create-tonearm-panel makes a panel that its playground opens, overwrites nothing, and names what is wrong" +
    (node === undefined ? " [left out: there is no Node.js]" : leftOut("it uses npm")),
  ignore: node === undefined || !TEST_ALL,
  fn: () =>
    inFolder(async (folder) => {
      const built = `${folder}/built`;
      await Deno.mkdir(built);
      await bundleCreate(built, await stampOf());
      const create = (...args: string[]) =>
        runProgram("node", [`${built}/create.js`, ...args], { cwd: folder });

      const made = await create("my-panel");
      assertEquals([made.code, made.stderr], [0, ""]);
      assertStringIncludes(made.stdout, "  cd my-panel\n  npm install\n  npm start\n");
      const names = (await Array.fromAsync(Deno.readDir(`${folder}/my-panel`))).map(({ name }) => name)
        .toSorted();
      assertEquals(names, [".gitignore", "README.md", "jsconfig.json", "package.json", "panel"]);
      const content = JSON.parse(await Deno.readTextFile(`${folder}/my-panel/package.json`));
      assertEquals([content.name, content.scripts.start], ["my-panel", "tonearm-playground --panel panel"]);
      assertEquals(content.devDependencies[packageNames.panel], version);
      assertEquals(content.devDependencies["create-tonearm-panel"], version);
      // npm exec names the archive. A package beside it is used from there; any other keeps its version.
      const archive = `${built}/create-tonearm-panel-${version}.tgz`;
      await Deno.writeTextFile(archive, "");
      const env = { npm_config_package: archive };
      await runProgram("node", [`${built}/create.js`, "from-archive"], { cwd: folder, env });
      const settings = JSON.parse(await Deno.readTextFile(`${folder}/from-archive/package.json`));
      assertEquals(settings.devDependencies, {
        ...content.devDependencies,
        "create-tonearm-panel": `file:${archive}`,
      });
      await Deno.mkdir(`${folder}/empty`);
      assertEquals((await create("empty")).code, 0);

      // A failure in the middle leaves nothing, and the next try works.
      const entries = async () =>
        (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).toSorted();
      const before = await entries();
      await Deno.rename(`${built}/template/package.json`, `${built}/package.json`);
      const failed = await create("broken");
      assertEquals([failed.code, failed.stdout], [1, ""]);
      assertStringIncludes(failed.stderr, "create-tonearm-panel: ENOENT");
      assertEquals(await entries(), before);
      await Deno.rename(`${built}/package.json`, `${built}/template/package.json`);
      assertEquals((await create("broken")).code, 0);
      assertEquals(await entries(), [...before, "broken"].toSorted());

      await Deno.writeTextFile(`${folder}/file`, "mine");
      await Deno.symlink(`${folder}/none`, `${folder}/link`);
      const refusals: [string[], string][] = [
        [[], "name the panel: npm create tonearm-panel NAME"],
        [["a", "b"], "give one name, not 2: a b"],
        [["--nope", "a"], 'unknown flag "--nope"'],
        [["A"], `"A" is not the name of a panel: ${rule}`],
        [["my-panel"], "the folder my-panel is not empty: it contains .gitignore; choose another name"],
        [["file"], "file exists and is not a folder: choose another name"],
        [["link"], "link exists and is not a folder: choose another name"],
      ];
      for (const [args, message] of refusals) {
        const { code, stdout, stderr } = await create(...args);
        assertEquals([code, stdout, stderr], [
          2,
          "",
          `create-tonearm-panel: ${message}; see --help\n`,
        ]);
      }
      assertEquals(await Deno.readTextFile(`${folder}/file`), "mine");
      const help = await create("--help");
      assertEquals([help.code, help.stderr], [0, ""]);
      assertMatch(help.stdout, /npm create tonearm-panel NAME\n/);

      const program = `${built}/playground.js`;
      const panel = { node: "node", program, folder: `${folder}/my-panel` };
      const deno = Deno.execPath().replace(/\/[^/]*$/, "");
      await usePackedPlayground({ ...panel, path: `${deno}:${Deno.env.get("PATH")}` });
      const usage = await runProgram("node", [program, "--help"], {
        env: { PATH: `${deno}:${Deno.env.get("PATH")}` },
      });
      assertStringIncludes(usage.stdout, "\n  npx tonearm-playground [OPTIONS] [FILES]\n");
      const where = (await runProgram("node", ["--print", "process.execPath"])).stdout.trim();
      const lost = await runProgram(where, [program], { env: { PATH: "/none" } });
      assertEquals(lost, {
        code: 1,
        stdout: "",
        stderr:
          'tonearm-playground: deno: command not found; install it with "npm install deno", or put one on the PATH\n',
      });
    }),
});
