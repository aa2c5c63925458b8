/** The targets of the binaries. */

export interface Target {
  /** Its name in file names. */
  readonly name: string;
  /** The target triple of Deno. */
  readonly triple: string;
  /** The file name of the binary. */
  readonly binary: string;
  /** The archive that the system unpacks without further programs. */
  readonly archive: "tar.gz" | "zip";
}

const unix = { binary: "tonearm", archive: "tar.gz" } as const;

export const targets: readonly Target[] = [
  { name: "windows-x64", triple: "x86_64-pc-windows-msvc", binary: "tonearm.exe", archive: "zip" },
  { name: "macos-x64", triple: "x86_64-apple-darwin", ...unix },
  { name: "macos-arm64", triple: "aarch64-apple-darwin", ...unix },
  { name: "linux-x64", triple: "x86_64-unknown-linux-gnu", ...unix },
  { name: "linux-arm64", triple: "aarch64-unknown-linux-gnu", ...unix },
];

/** The target of this machine; undefined for an unsupported system. */
export function thisTarget(): Target | undefined {
  return targets.find(({ triple }) => triple === Deno.build.target);
}
