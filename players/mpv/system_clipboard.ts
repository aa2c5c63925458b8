import { ActionError, type PlayerActions } from "../model/actions.ts";
import { Clipboard } from "../model/clipboard.ts";

/** Commands that access the desktop's clipboard. */
export interface ClipboardTool {
  /** The command that lists the types of the content, one per line. */
  readonly types: readonly string[];
  /** Returns the command that prints the content of a type. */
  read(type: string): readonly string[];
  /** Returns the command that writes standard input to the clipboard as a type. */
  write(type: string): readonly string[];
}

/** wl-clipboard, for Wayland. */
export const waylandTool: ClipboardTool = {
  types: ["wl-paste", "--list-types"],
  read: (type) => ["wl-paste", "--no-newline", "--type", type],
  write: (type) => ["wl-copy", "--type", type],
};

/** xclip, for X11. */
export const x11Tool: ClipboardTool = {
  types: ["xclip", "-selection", "clipboard", "-o", "-t", "TARGETS"],
  read: (type) => ["xclip", "-selection", "clipboard", "-o", "-t", type],
  write: (type) => ["xclip", "-selection", "clipboard", "-i", "-t", type],
};

const TEXT_TYPES = ["text/plain;charset=utf-8", "UTF8_STRING", "text/plain", "STRING"];
const FILES_TYPE = "text/uri-list";

/** How long a command may take, in milliseconds. It asks the program that owns the clipboard. */
const TOOL_MS = 5000;

export type ClipboardActions = Pick<PlayerActions, "player.clipboard.read" | "player.clipboard.write">;

/**
 * Returns the desktop's clipboard. Without a tool for it, returns a clipboard that only this player uses.
 *
 * @param variable Reads an environment variable.
 * @returns The actions, and a description.
 */
export async function clipboardOf(
  variable: (name: string) => string | undefined,
): Promise<{ actions: ClipboardActions; kind: string }> {
  const tools: [string, ClipboardTool][] = [["WAYLAND_DISPLAY", waylandTool], ["DISPLAY", x11Tool]];
  for (const [name, tool] of tools) {
    const [program = ""] = tool.types;
    if (variable(name) && await isThere(program)) {
      return { actions: toolActions(tool), kind: `by ${program}` };
    }
  }
  const clipboard = new Clipboard();
  const actions = { "player.clipboard.read": clipboard.read, "player.clipboard.write": clipboard.write };
  return { actions, kind: "kept by this host" };
}

/**
 * Returns the actions for a tool. It writes one type at a time: files, or else the text, which every program
 * accepts.
 */
export function toolActions(tool: ClipboardTool): ClipboardActions {
  return {
    "player.clipboard.read": async () => {
      // The tools fail on an empty clipboard.
      const types = (await run(tool.types)).text.split("\n").map((type) => type.trim());
      const textType = TEXT_TYPES.find((type) => types.includes(type));
      const text = textType === undefined ? null : (await required(tool.read(textType))).text;
      const uris = types.includes(FILES_TYPE) ? (await required(tool.read(FILES_TYPE))).text : null;
      return {
        text,
        files: uris === null ? null : filesOf(uris),
        hasImage: types.some((type) => type.startsWith("image/")),
      };
    },
    "player.clipboard.write": async ({ formats }) => {
      const part = formats.find(({ format }) => format === "files") ??
        formats.find(({ format }) => format === "text");
      if (!part || part.format === "html") return { written: [] };
      if (part.format === "text") await required(tool.write("text/plain;charset=utf-8"), part.data);
      else await required(tool.write(FILES_TYPE), part.data.map((path) => `${uriOf(path)}\r\n`).join(""));
      return { written: [part.format] };
    },
  };
}

function filesOf(uris: string): string[] {
  return uris.split(/\r?\n/).filter((line) => line.startsWith("file://")).map((uri) => {
    const path = uri.replace(/^file:\/\/[^/]*/, "");
    try {
      return decodeURIComponent(path);
    } catch {
      // The other program has not escaped the URI.
      return path;
    }
  });
}

function uriOf(path: string): string {
  return `file://${path.split("/").map(encodeURIComponent).join("/")}`;
}

async function isThere(program: string): Promise<boolean> {
  try {
    await run([program, "--version"]);
    return true;
  } catch {
    // The tool is not installed, or may not be run.
    return false;
  }
}

async function required(command: readonly string[], input?: string): Promise<{ text: string }> {
  const { success, text } = await run(command, input);
  if (!success) throw new ActionError(`Cannot access the clipboard: ${command[0]} failed`);
  return { text };
}

async function run(
  [program = "", ...args]: readonly string[],
  input?: string,
): Promise<{ success: boolean; text: string }> {
  const child = new Deno.Command(program, {
    args,
    stdin: input === undefined ? "null" : "piped",
    // The process that owns the clipboard stays in the background and would keep the pipe open.
    stdout: input === undefined ? "piped" : "null",
    stderr: "null",
  }).spawn();
  const late = setTimeout(() => child.kill("SIGKILL"), TOOL_MS);
  try {
    if (input !== undefined) {
      const writer = child.stdin.getWriter();
      try {
        await writer.write(new TextEncoder().encode(input));
        await writer.close();
      } catch {
        // The process has ended without reading; its exit code reports the error.
      }
    }
    const text = input === undefined ? await new Response(child.stdout).text() : "";
    return { success: (await child.status).success, text };
  } finally {
    clearTimeout(late);
  }
}
