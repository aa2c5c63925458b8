/** The bundle, the binaries, an archive of each, and the checksums. */

import { root } from "../tree.ts";
import { type ArchivedFile, checksums, tarGz, zip } from "./archive.ts";
import { bundleBridge } from "./bundle.ts";
import { BaseBinaryMissing, compileBundle } from "./compile.ts";
import type { Stamp } from "./stamp.ts";
import type { Target } from "./targets.ts";

export const BUNDLE_FOLDER = "bundle";
export const CHECKSUMS = "SHA256SUMS";

export interface ReleaseOptions {
  /** The output folder; files of an earlier build are replaced. */
  readonly directory: string;
  /** The targets of the binaries; empty for the bundle alone. */
  readonly targets: readonly Target[];
  /** The output of `--version`. */
  readonly stamp: Stamp;
  /** Receives lines about the progress. */
  readonly progress: (line: string) => void;
}

/** Makes the bundle. Returns its folder and files. */
export async function makeBundle(
  { directory, stamp, progress }: Omit<ReleaseOptions, "targets">,
): Promise<{ folder: string; files: ArchivedFile[] }> {
  const folder = `${directory}/${BUNDLE_FOLDER}`;
  await emptied(folder);
  const names = await bundleBridge(folder, stamp);
  const files = await Promise.all(names.map((name) => fileOf(`${folder}/${name}`, name)));
  const size = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  const of = stamp.commit === undefined ? stamp.version : `${stamp.version} (${stamp.commit})`;
  progress(`${folder}: tonearm ${of}, ${files.length} files, ${kilobytes(size)}`);
  return { folder, files };
}

/**
 * Makes the bundle, the binaries, the archives and the checksums.
 *
 * @throws {BaseBinaryMissing} When a base binary is missing. The other binaries are made, but no checksums.
 */
export async function makeRelease(options: ReleaseOptions): Promise<void> {
  const { directory, targets, stamp, progress } = options;
  await removed(`${directory}/${CHECKSUMS}`);
  const { folder, files } = await makeBundle(options);
  const documents = await Promise.all(
    ["README.md", "LICENSE"].map((name) => fileOf(new URL(name, root), name)),
  );
  const archives: ArchivedFile[] = [];
  const archive = async (
    name: string,
    kind: Target["archive"],
    content: readonly ArchivedFile[],
  ): Promise<void> => {
    const inside = [...content, ...documents];
    const bytes = kind === "zip" ? zip(name, inside, stamp.time) : await tarGz(name, inside, stamp.time);
    archives.push({ name: `${name}.${kind}`, bytes });
    await Deno.writeFile(`${directory}/${name}.${kind}`, bytes);
    progress(`${directory}/${name}.${kind}: ${kilobytes(bytes.length)}`);
  };

  await archive(`tonearm-${stamp.version}-bundle`, "tar.gz", files);
  const missing = new Map<Target, string>();
  for (const target of targets) {
    const name = `tonearm-${stamp.version}-${target.name}`;
    const path = `${directory}/${name}/${target.binary}`;
    await emptied(`${directory}/${name}`);
    // If this build fails, the archive of an earlier one must not remain.
    await removed(`${directory}/${name}.${target.archive}`);
    progress(`${target.name}: compiling and packing; the first time this downloads a base binary`);
    try {
      await compileBundle(folder, target, path);
    } catch (error) {
      if (!(error instanceof BaseBinaryMissing)) throw error;
      for (const [system, reason] of error.missing) missing.set(system, reason);
      await removed(`${directory}/${name}`);
      continue;
    }
    const binary = await fileOf(path, target.binary);
    progress(`${path}: ${kilobytes(binary.bytes.length)}`);
    await archive(name, target.archive, [{ ...binary, executable: true }]);
  }
  if (missing.size > 0) throw new BaseBinaryMissing(missing);
  await Deno.writeTextFile(`${directory}/${CHECKSUMS}`, await checksums(archives));
  progress(`${directory}/${CHECKSUMS}`);
}

async function fileOf(path: string | URL, name: string): Promise<ArchivedFile> {
  return { name, bytes: await Deno.readFile(path) };
}

/** Makes an empty folder. */
async function emptied(path: string): Promise<void> {
  await removed(path);
  await Deno.mkdir(path, { recursive: true });
}

async function removed(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString("en")} kB`;
}
