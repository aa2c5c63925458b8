/** The files of the npm packages that are not compiled. */

/** The members of deno.json that the packages use. */
export interface Configuration {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly imports: Readonly<Record<string, string>>;
}

/** The packages, by their folders in the output. */
export const packageNames = {
  tonearm: "@tonearm/tonearm",
  panel: "@tonearm/panel",
  "create-tonearm-panel": "create-tonearm-panel",
} as const;

export type PackageFolder = keyof typeof packageNames;

/** The versions of npm's package `deno` that run the bridge. */
const DENO_RANGE = "^2.9.0";

/** The version of valibot in deno.json. */
export function valibotVersion({ imports }: Configuration): string {
  const [, version] = /^npm:valibot@(.+)$/.exec(imports["valibot"] ?? "") ?? [];
  if (version === undefined) throw new Error("deno.json names no version of valibot");
  return version;
}

const panelTypes = "./fb2k.d.ts";
const testingTypes = "./types/players/reference/mod.d.ts";
const needsDeno = {
  peerDependencies: { deno: DENO_RANGE },
  peerDependenciesMeta: { deno: { optional: true } },
};
// Node.js has process.getBuiltinModule since 20.16 and 22.3.
const engines = { node: "^20.16.0 || >=22.3.0" };
const keywords = ["media player", "music", "panel", "foobar2000", "json-rpc"];

/** The members of package.json that differ between the packages. */
const ownMembers: Readonly<Record<PackageFolder, object>> = {
  tonearm: {
    description: "The scripting bridge of desktop media players, as a library for players and tools.",
    keywords: [...keywords, "scripting", "deno"],
    main: "./mod.js",
    types: "./types/mod.d.ts",
    exports: {
      ".": { types: "./types/mod.d.ts", default: "./mod.js" },
      "./testing": { types: testingTypes, default: "./testing/mod.js" },
      "./panel": { types: panelTypes, default: "./panel.js" },
      "./package.json": "./package.json",
    },
    // For compilers that do not read exports: an editor that checks a page without a tsconfig.json.
    typesVersions: { "*": { panel: [panelTypes], testing: [testingTypes] } },
    files: ["mod.js", "testing/", "panel.js", "fb2k.d.ts", "bridge/", "types/"],
    sideEffects: false,
    engines,
    ...needsDeno,
  },
  panel: {
    description: "The page side of Tonearm, the scripting bridge of desktop media players, with types.",
    keywords: [...keywords, "webview"],
    main: "./panel.js",
    types: panelTypes,
    exports: {
      ".": { types: panelTypes, default: "./panel.js" },
      "./panel.js": { types: panelTypes, default: "./panel.js" },
      "./package.json": "./package.json",
    },
    files: ["panel.js", "fb2k.d.ts"],
    sideEffects: false,
  },
  "create-tonearm-panel": {
    description: "Makes the folder of a panel for players with Tonearm, and contains the playground.",
    keywords: [...keywords, "create", "playground"],
    bin: { "create-tonearm-panel": "create.js", "tonearm-playground": "playground.js" },
    files: ["create.js", "playground.js", "template/", "tree/"],
    engines,
    ...needsDeno,
  },
};

/**
 * Writes the `package.json` of a package.
 *
 * @param repository The repository that provenance names, and from which the homepage follows; without it the package names none.
 */
export function packageJson(
  folder: PackageFolder,
  { version, license }: Configuration,
  repository: string | undefined,
): string {
  const content = {
    name: packageNames[folder],
    version,
    license,
    ...repository === undefined ? {} : repositoryMembers(repository),
    type: "module",
    ...ownMembers[folder],
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** The repository, and its web pages: those of `git+https://host/owner/name.git` are below `https://host/owner/name`. */
function repositoryMembers(repository: string): object {
  const page = repository.replace(/^git\+/, "").replace(/\.git$/, "");
  return {
    repository: { type: "git", url: repository },
    homepage: `${page}#readme`,
    bugs: { url: `${page}/issues` },
  };
}

/** The text of `package.json` of a new panel. create.ts sets its name. */
export function panelPackageJson({ version }: Pick<Configuration, "version">): string {
  const content = {
    name: "panel",
    version: "0.0.0",
    private: true,
    type: "module",
    scripts: { start: "tonearm-playground --panel panel" },
    devDependencies: {
      [packageNames.panel]: version,
      [packageNames["create-tonearm-panel"]]: version,
      deno: DENO_RANGE,
    },
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
