import { assertEquals, assertLessOrEqual } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { runProgram, versionOf } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";
import { leftOut, TEST_ALL } from "../support/test_all.ts";
import { blocksOf, runSections, sectionOf } from "../support/tutorial.ts";

setDeadline(300_000);

const path = "docs/players.md";
const heading = "Your first player";
const blocks = blocksOf(sectionOf(await Deno.readTextFile(new URL(path, root)), heading));

/** For each language, the programs that its reader needs and the reason why it takes long. */
const languages = {
  TypeScript: { needs: ["npm"], takes: "it builds and installs the npm packages" },
  "C++": { needs: ["cmake", "g++"], takes: "it compiles the C++ library" },
  Python: { needs: ["python3"], takes: "it checks the player" },
} as const;

/** Installs the Node.js that runs TypeScript, when this machine's is older. Returns the folder of the program. */
async function recentNode(folder: string): Promise<string> {
  const [, major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(await versionOf("node") ?? "") ?? []).map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return folder;
  const systems: Readonly<Record<string, string>> = { darwin: "darwin", linux: "linux" };
  const name = `node-${systems[Deno.build.os]}-${Deno.build.arch === "x86_64" ? "x64" : "arm64"}`;
  const args = ["install", "--no-audit", "--no-fund", "--prefix", folder, `${name}@22`];
  const { code, stderr } = await runProgram("npm", args, { cwd: folder });
  assertEquals(code, 0, stderr);
  return `${folder}/node_modules/${name}/bin`;
}

for (const [language, { needs, takes }] of Object.entries(languages)) {
  const versions = await Promise.all(
    ["bash", ...needs].map(async (program) => [program, await versionOf(program)]),
  );
  const [missing] = versions.find(([, version]) => version === undefined) ?? [];
  const why = missing === undefined ? leftOut(takes) : ` [left out: there is no ${missing}]`;
  Deno.test({
    name: `the first player of docs/players.md works as printed in ${language}${why}`,
    ignore: !TEST_ALL || missing !== undefined,
    async fn() {
      await using temporary = await tempDirectory();
      const folder = temporary.path;
      const programs = language === "TypeScript" ? [await recentNode(folder)] : [];
      await runSections([[path, heading]], { language, programs });
    },
  });
}

Deno.test("the first player of docs/players.md has every step in every language, and is short", () => {
  const inTabs = (wanted: string) =>
    blocks.filter(({ language, kind }) => language === wanted && kind === "sh").length;
  assertEquals(Object.keys(languages).map(inTabs), [3, 2, 2]);
  for (const [file, lines] of [["player.ts", 60], ["player.py", 60], ["player.cpp", 75]] as const) {
    const text = blocks.find((block) => block.file === file)?.text ?? "";
    assertLessOrEqual(text.trimEnd().split("\n").length, lines, file);
  }
});

const withoutCompiler = await versionOf("cc") === undefined ? " [left out: there is no C compiler]" : "";
Deno.test({
  name: `the commands of docs/players.md build and run the player in C${withoutCompiler}`,
  ignore: withoutCompiler !== "",
  async fn() {
    const [commands] = blocks.filter(({ language }) => language === "C");
    await using temporary = await tempDirectory();
    const folder = temporary.path;
    await Deno.symlink(fromFileUrl(root).replace(/\/$/, ""), `${folder}/tonearm`, { type: "dir" });
    await Deno.mkdir(`${folder}/my_player/logs`, { recursive: true });
    const { stdout, stderr } = await runProgram("bash", ["-ec", commands?.text ?? ""], {
      cwd: `${folder}/my_player`,
    });
    assertEquals(stdout, "the bridge has ended, exit code 0\n", stderr);
  },
});
