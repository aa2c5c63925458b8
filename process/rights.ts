/**
 * Whether the process has more rights than the bridge needs (protocol.md, "Sandbox"): those who start it may have made
 * a mistake, and nothing else would ever show it.
 *
 * @module
 */

import type { Diagnostics } from "../host_stdio/diagnostics.ts";

/** What can be asked about rights; `Deno.permissions` is one. */
export interface Permissions {
  /** See {@linkcode Deno.Permissions.querySync}. */
  querySync(descriptor: Deno.PermissionDescriptor): { readonly state: Deno.PermissionState };
}

/** What the bridge never does. */
const NEVER_NEEDED: readonly Deno.PermissionDescriptor[] = [
  ...(["net", "run", "env", "ffi", "sys"] as const).map((name) => ({ name })),
  // One of the hosts from which Deno imports unless that is denied.
  { name: "import", host: "esm.sh:443" },
];

/**
 * The rights beyond the log directory. The runtime tells whether a given right is there, and does not list those that
 * are: so what is granted for a single host, program or variable, or for a folder that the log directory does not lie in,
 * stays unseen.
 *
 * @param logDirectory The log directory, an absolute path.
 * @param permissions The rights of the process; those of Deno when left out.
 * @returns The names, such as `net` or `read /`; empty when all is as it should be.
 */
export function excessRights(logDirectory: string, permissions: Permissions = Deno.permissions): string[] {
  const path = parentOf(logDirectory);
  const granted = (descriptor: Deno.PermissionDescriptor): boolean =>
    permissions.querySync(descriptor).state === "granted";
  return [
    ...NEVER_NEEDED.filter(granted).map(({ name }) => name),
    ...(["read", "write"] as const).filter((name) => granted({ name, path })).map((name) =>
      `${name} ${path}`
    ),
  ];
}

/**
 * Reports rights that the bridge does not need.
 *
 * @param logDirectory The log directory, an absolute path.
 * @param diagnostics Where they are reported.
 * @param permissions As for {@linkcode excessRights}.
 */
export function reportExcessRights(
  logDirectory: string,
  diagnostics: Diagnostics,
  permissions?: Permissions,
): void {
  const rights = excessRights(logDirectory, permissions);
  if (rights.length === 0) return;
  diagnostics.report("warning", "the bridge has rights that it does not need: {rights}", {
    rights: rights.join(", "),
  });
}

/** The directory above, which holds whatever a right is too wide by. The topmost is its own. */
function parentOf(directory: string): string {
  const [, parent = directory] = /^(.*[\\/])[^\\/]+[\\/]?$/.exec(directory) ?? [];
  // A root keeps its separator: `C:` alone would be the working directory of that drive.
  return /^(?:[A-Za-z]:)?[\\/]$/.test(parent) ? parent : parent.replace(/[\\/]$/, "");
}
