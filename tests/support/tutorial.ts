/**
 * Carries out a tutorial as printed. A `sh` block is run, in the folder in which the one before it has ended. A `text`
 * block is what the last `sh` block prints. Another block is a file, when the paragraph before it names one.
 *
 * The paragraph before a block is its title when it has the form "**C++**, `player.cpp`:", of which each part may be
 * missing. A block with a language belongs to the readers of that language only. On the site, the blocks between
 * `<!-- tabs -->` and `<!-- end of tabs -->` are tabs (tools/site/vitepress/tabs.mjs).
 */

import { assert, assertEquals } from "@std/assert";
import { dirname, fromFileUrl } from "@std/path";
import { runDeno, runProgram } from "../../tools/support/process.ts";
import { root } from "../../tools/tree.ts";
import { tempDirectory } from "./temp_directory.ts";

/** A code block of a tutorial. */
export interface Block {
  /** The kind of code, such as `sh`. */
  readonly kind: string;
  /** The language of the readers that it is for; undefined for all. */
  readonly language: string | undefined;
  /** The name of the file; undefined when it is not a file. */
  readonly file: string | undefined;
  readonly text: string;
}

const block = /^(?:(.+)\n\n)?```(\w+).*\n([^]*?)^```$/gm;
const title = /^(?:\*\*([^*]+)\*\*)?(?:, )?(?:`([^`]+)`)?:$/;

/** Returns the section of a document below a heading of the second level. */
export function sectionOf(document: string, heading: string): string {
  const [, section] = document.replaceAll("\r\n", "\n").split(`\n## ${heading}\n`);
  assert(section !== undefined, `there is no section ${heading}`);
  return section.split("\n## ")[0] ?? "";
}

/** Returns the blocks of a document, in order. */
export function blocksOf(document: string): Block[] {
  return [...document.matchAll(block)].map(([, before = "", kind = "", text = ""]) => {
    const [, language, file] = title.exec(before) ?? [];
    return { kind, language, file, text };
  });
}

/** A section of a document. */
export type Place = readonly [path: string, heading: string];

/**
 * Carries out sections, one after the other, in a temporary folder in which `tonearm` is this tree, as a stranger does:
 * with an empty home directory, without NO_COLOR, and without a display unless one is given.
 *
 * @param places The sections.
 * @param options `language` of the reader; `display`, the value of `DISPLAY`, none when left out; `programs`, folders
 * with which the PATH begins.
 */
export async function runSections(
  places: readonly Place[],
  { language, display, programs = [] }: {
    language?: string | undefined;
    display?: string | undefined;
    programs?: readonly string[];
  } = {},
): Promise<void> {
  const sections = places.map(async ([path, heading]) => {
    return blocksOf(sectionOf(await Deno.readTextFile(new URL(path, root)), heading));
  });
  const blocks = (await Promise.all(sections)).flat();
  await using temporary = await tempDirectory();
  const folder = temporary.path;
  await Deno.symlink(fromFileUrl(root).replace(/\/$/, ""), `${folder}/tonearm`, { type: "dir" });
  const home = `${folder}/home`;
  await Deno.mkdir(home);
  const env = {
    PATH: [...programs, dirname(Deno.execPath()), Deno.env.get("PATH")].join(":"),
    HOME: home,
    // The packages that this machine has downloaded are no files of the reader.
    DENO_DIR: await denoDirectory(),
    ...display === undefined ? {} : { DISPLAY: display },
  };
  const without = ["INIT_CWD", "NO_COLOR", ...display === undefined ? ["DISPLAY", "WAYLAND_DISPLAY"] : []];
  let cwd = folder;
  let printed: string | undefined;
  for (const { kind, language: of, file, text } of blocks) {
    if (of !== undefined && of !== language) continue;
    if (kind === "sh") {
      const end = `${folder}/end`;
      // `deno task` keeps an INIT_CWD that is already there: that of the task which runs this test.
      const commands = `unset ${without.join(" ")}\n${text}\npwd >${end}`;
      const { code, stdout, stderr } = await runProgram("bash", ["-ec", commands], {
        cwd,
        env,
      });
      assertEquals(code, 0, `${text}${stdout}${stderr}`);
      cwd = (await Deno.readTextFile(end)).trim();
      printed = stdout;
    } else if (kind === "text") {
      assertEquals(printed, text);
    } else {
      assert(file, `a block has no file name:\n${text}`);
      await Deno.writeTextFile(`${cwd}/${file}`, text);
    }
  }
  assert(printed !== undefined, "there is no command");
}

/** Deno's directory for downloads and compiled modules. */
async function denoDirectory(): Promise<string> {
  return JSON.parse((await runDeno(["info", "--json"])).stdout).denoDir;
}
