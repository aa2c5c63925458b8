/** The files of the package for Node.js that are not compiled. */

/** The members of deno.json that the package uses. */
export interface Configuration {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly imports: Readonly<Record<string, string>>;
}

/** The version of valibot in deno.json. */
export function valibotVersion({ imports }: Configuration): string {
  const [, version] = /^npm:valibot@(.+)$/.exec(imports["valibot"] ?? "") ?? [];
  if (version === undefined) throw new Error("deno.json names no version of valibot");
  return version;
}

/** The text of `package.json`. */
export function packageJson(configuration: Configuration): string {
  const { name, version, license } = configuration;
  const content = {
    name,
    version,
    description: "The scripting bridge of desktop media players, as a library for players and tools.",
    license,
    type: "module",
    exports: {
      ".": { types: "./types/mod.d.ts", default: "./mod.js" },
      "./panel": { types: "./types/panel/panel.d.ts", default: "./panel.js" },
    },
    // For compilers that do not read exports: an editor that checks a page without a tsconfig.json.
    typesVersions: { "*": { panel: ["./types/panel/panel.d.ts"] } },
    files: ["mod.js", "panel.js", "bridge/", "types/"],
    // process.getBuiltinModule came with 20.16 and 22.3.
    engines: { node: "^20.16.0 || >=22.3.0" },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The package's README. */
export const readme = `# Tonearm

The scripting bridge of desktop media players, as a library for players and tools on Node.js and Bun, and for pages.

\`\`\`js
import { ReferencePlayer, spawnBridge } from "@tonearm/tonearm";

const player = new ReferencePlayer();
const bridge = spawnBridge({ directory: "/path/to/profile", actions: player.actions });
player.onSignal((signal) => bridge.signal(signal));
console.log(await bridge.invoke("queue.add", { tracks: [0, 1] }, { panel: "p1" }));
await bridge.close();
player.close();
\`\`\`

The bridge itself, \`bridge/main.js\`, runs under [Deno](https://deno.com) 2.9, which gives it its sandbox: \`spawnBridge\`
starts the \`deno\` that the path finds, or the one that its option \`deno\` names, by an absolute path. \`npm install deno\` installs one,
as \`node_modules/.bin/deno\`. A bridge that is a program of its own is named by the option \`command\`.

A page imports \`connectPanel\` from \`@tonearm/tonearm/panel\`. The types need no other package, and TypeScript from
target ES2022 on.

Not on Node.js and Bun: \`embedBridge\`, which runs a bridge in the same process.
`;
