/**
 * `deno task --cwd tools sizes`: builds all artefacts that this machine can build, and writes their sizes into docs/performance.md.
 * Needs Node.js with npm. The C++ library is measured where CMake and a compiler are installed.
 */

import { buildPackages } from "./build/npm/package.ts";
import { packageNames } from "./build/npm/package_files.ts";
import { makeRelease } from "./build/release.ts";
import { stampOf } from "./build/stamp.ts";
import { optionsOrExit } from "./support/options.ts";
import { runProgram, versionOf } from "./support/process.ts";
import { root } from "./tree.ts";

optionsOrExit({
  name: "sizes",
  usage: `Builds all that is shipped and writes the sizes into docs/performance.md. Needs Node.js with npm.

Usage: deno task --cwd tools sizes
`,
  options: {},
});

const DOCUMENT = new URL("docs/performance.md", root);
const [BEGIN, END] = ["<!-- sizes: begin -->", "<!-- sizes: end -->"];

const folder = await Deno.makeTempDir({ prefix: "tonearm-sizes-" });
try {
  const stamp = await stampOf();
  const progress = (): void => {};
  await makeRelease({ directory: `${folder}/release`, targets: [], stamp, progress });
  await buildPackages({ directory: `${folder}/npm`, repository: undefined, progress });
  const rows: [what: string, alone: string, packed: string][] = [
    [
      "bridge as a bundle, `deno task build bundle`",
      await sizeOf(`${folder}/release/bundle`),
      await sizeOf(`${folder}/release/tonearm-${stamp.version}-bundle.tar.gz`),
    ],
  ];
  for (const [name, title] of Object.entries(packageNames)) {
    const archive = `${title.replace("@", "").replace("/", "-")}-${stamp.version}.tgz`;
    const sizes = [await sizeOf(`${folder}/npm/${name}`), await sizeOf(`${folder}/npm/${archive}`)] as const;
    rows.push([`npm package \`${title}\``, ...sizes]);
  }
  const script = await Deno.readFile(new URL("panels/panel.js", root));
  rows.push([
    "script for panels, `panels/panel.js`",
    shown(script.length),
    shown((await gzip(script)).length),
  ]);
  if (await versionOf("cmake") !== undefined) {
    const build = `${folder}/cpp`;
    await must(
      "cmake",
      "-S",
      new URL("clients/cpp", root).pathname,
      "-B",
      build,
      "-DCMAKE_BUILD_TYPE=MinSizeRel",
      "-DTONEARM_TESTS=OFF",
      `-DTONEARM_DENO=${Deno.execPath()}`,
    );
    await must("cmake", "--build", build);
    const headers = await bytesOf(new URL("clients/cpp/include", root).pathname) +
      await bytesOf(`${build}/include`);
    rows.push(["headers of the C++ library", shown(headers), "–"]);
    const library = await Deno.readFile(`${build}/libtonearm.a`);
    const packed = (await gzip(library)).length;
    rows.push(["C++ library, `libtonearm.a`, built with `-Os`", shown(library.length), shown(packed)]);
  }
  const lines = [
    "| what | size | packed |",
    "| --- | ---: | ---: |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ];
  const text = await Deno.readTextFile(DOCUMENT);
  const [before, after] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  await Deno.writeTextFile(
    DOCUMENT,
    `${text.slice(0, before)}\n\n${lines.join("\n")}\n\n${text.slice(after)}`,
  );
  await must(Deno.execPath(), "fmt", "--quiet", DOCUMENT.pathname);
} finally {
  await Deno.remove(folder, { recursive: true });
}

/** The size of a file, or of all files in a folder. */
async function sizeOf(path: string): Promise<string> {
  return shown(await bytesOf(path));
}

async function bytesOf(path: string): Promise<number> {
  const { isDirectory, size } = await Deno.stat(path);
  if (!isDirectory) return size;
  let sum = 0;
  for await (const { name } of Deno.readDir(path)) sum += await bytesOf(`${path}/${name}`);
  return sum;
}

function shown(bytes: number): string {
  return bytes < 100_000
    ? `${(bytes / 1000).toFixed(1)} kB`
    : `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
}

async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function must(program: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await runProgram(program, args);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
}
