/** `deno task --cwd tools site`: builds the site of the documents. */

import { fromFileUrl, resolve } from "@std/path";
import { sitePages } from "./docs/generated_files.ts";
import { exitWithUsageError, optionsOrExit, switchOption, textOption } from "./support/options.ts";
import { runShown } from "./support/process.ts";
import { print } from "./terminal.ts";
import { root } from "./tree.ts";

const usage = `Builds the site of the documents, with examples that run in the page. Needs Node.js with npm.

  deno task --cwd tools site

  --out=DIRECTORY  output folder (default: dist/site)
  --base=PATH      the folder of the site on its server, such as /tonearm/ (default: /)
  --serve          serves the site on this machine afterwards

The packages of the site are downloaded from npm once. Building it needs no network.
`;

const site = fromFileUrl(new URL("tools/site/vitepress/", root));

const { out, base, serve } = optionsOrExit({
  name: "site",
  usage,
  options: { out: textOption(), base: textOption("/"), serve: switchOption() },
});
if (!/^\/(?:[\w.-]+\/)*$/.test(base)) {
  exitWithUsageError(
    "site",
    `${JSON.stringify(base)} is not a folder on a server; it must begin and end with /`,
  );
}
const folder = out === undefined
  ? fromFileUrl(new URL("dist/site", root))
  : resolve(Deno.env.get("INIT_CWD") ?? ".", out);

/** How long installing the packages or building the site may take, in milliseconds. */
const DEADLINE_MS = 600_000;

/** Runs a program. Exits when it fails; the program has printed the reason. */
async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env?: Record<string, string>,
): Promise<void> {
  const code = await runShown(program, args, {
    cwd,
    env: { ...env },
    stdin: "null",
    deadlineMs: DEADLINE_MS,
  });
  if (code !== 0) Deno.exit(1);
}

print("installing the packages of the site\n");
await run(Deno.execPath(), ["install", "--quiet", "--frozen"], site);
print("writing the pages of operations\n");
for (const [path, text] of await sitePages()) {
  const file = new URL(`tools/site/vitepress/generated/${path}`, root);
  await Deno.mkdir(new URL(".", file), { recursive: true });
  await Deno.writeTextFile(file, text);
}
print("bundling the bridge of the examples\n");
const bundle = [
  "--platform=browser",
  "--minify",
  `--outdir=${site}.vitepress/live`,
  "tools/site/live/bridge.ts",
];
await run(Deno.execPath(), ["bundle", "--quiet", ...bundle], fromFileUrl(root));
const env = { TONEARM_SITE_BASE: base, TONEARM_SITE_OUT: folder };
await run("npm", ["run", "--silent", "build"], site, env);
print(`the site is in ${folder}\n`);
// VitePress's own preview listens on all interfaces.
if (serve) {
  await run("npm", ["run", "--silent", "preview", "--", `--outDir=${folder}`, `--base=${base}`], site);
}
