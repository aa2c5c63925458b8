import { join } from "@std/path";

/** Returns the folder for files of this user that outlive a process, by the conventions of the system. */
export function stateDirectory(): string {
  if (Deno.build.os === "windows") return Deno.env.get("LOCALAPPDATA") ?? ".";
  return Deno.env.get("XDG_STATE_HOME") || join(Deno.env.get("HOME") ?? "/", ".local/state");
}
