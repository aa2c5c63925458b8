/**
 * The systems that a binary is made for.
 *
 * @module
 */

/** A system. */
export interface Target {
  /** Its name in file names. */
  readonly name: string;
  /** Its name in Deno's. */
  readonly triple: string;
  /** The name of the binary. */
  readonly binary: string;
  /** What its people unpack without further ado. */
  readonly archive: "tar.gz" | "zip";
}

const unix = { binary: "tonearm", archive: "tar.gz" } as const;

/** All systems. */
export const targets: readonly Target[] = [
  { name: "windows-x64", triple: "x86_64-pc-windows-msvc", binary: "tonearm.exe", archive: "zip" },
  { name: "macos-x64", triple: "x86_64-apple-darwin", ...unix },
  { name: "macos-arm64", triple: "aarch64-apple-darwin", ...unix },
  { name: "linux-x64", triple: "x86_64-unknown-linux-gnu", ...unix },
  { name: "linux-arm64", triple: "aarch64-unknown-linux-gnu", ...unix },
];

/**
 * The system that this runs on.
 *
 * @returns The system; undefined when no binary is made for it.
 */
export function thisTarget(): Target | undefined {
  return targets.find(({ triple }) => triple === Deno.build.target);
}
