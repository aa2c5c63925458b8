/**
 * The prompt: a person calls the operations of the bridge as a page does, and sees its events.
 *
 * @module
 */

import { BridgeError } from "../../client/bridge_client.ts";
import type { MpvHost } from "./host.ts";

/** The panel on whose behalf the prompt calls. */
export const PROMPT_PANEL = "prompt";

const help = `  NAME [PARAMETERS]     calls an operation, as in: queue.add {"playlist": 0, "tracks": [0, 1]}
  operations [TEXT]     lists the operations, all or those with TEXT in their names or descriptions
  show                  tells the playlists and what plays
  play PLAYLIST [ITEM]  plays an item of a playlist, by their numbers from 0
  quit                  ends everything
`;

/**
 * Carries out what is typed, line by line.
 *
 * @param host The running host.
 * @param lines What is typed.
 * @param print Shows text.
 * @returns Settles at the end of the lines or at `quit`.
 */
export async function runPrompt(
  host: MpvHost,
  lines: AsyncIterable<string>,
  print: (text: string) => void,
): Promise<void> {
  host.bridge.onEvent(({ event, data }) => print(`* ${event} ${JSON.stringify(data)}\n`));
  for await (const line of lines) {
    const [, word = "", rest = ""] = /^\s*(\S*)\s*(.*?)\s*$/s.exec(line) ?? [];
    if (word === "quit") return;
    try {
      print(await answerTo(host, word, rest));
    } catch (error) {
      print(`${error instanceof BridgeError ? `error ${error.code}: ` : ""}${(error as Error).message}\n`);
    }
  }
}

async function answerTo(host: MpvHost, word: string, rest: string): Promise<string> {
  switch (word) {
    case "":
      return "";
    case "help":
      return help;
    case "operations":
      return await operations(host, rest);
    case "show":
      return show(host);
    case "play":
      return await play(host, rest);
    default:
      return `${
        JSON.stringify(await host.bridge.client.invoke(word, parameters(rest), { panel: PROMPT_PANEL }))
      }\n`;
  }
}

function parameters(text: string): unknown {
  if (text === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`The parameters are not JSON: ${text}`);
  }
}

async function operations(host: MpvHost, text: string): Promise<string> {
  const answer = text === ""
    ? await host.bridge.invoke("system.listAvailableApis")
    : await host.bridge.invoke("system.searchApis", { query: text });
  if (!answer.success) return `${answer.error}\n`;
  return answer.apis.map(({ fullName, description }) => `  ${fullName.padEnd(34)} ${description}\n`).join("");
}

function show({ playlists, playback }: MpvHost): string {
  const rows = playlists.all.map((playlist, index) => {
    const active = playlist === playlists.active ? "*" : " ";
    return `${active} ${index}  ${playlist.name} (${playlist.tracks.length})\n`;
  });
  const { playing, position } = playback;
  return `${rows.join("")}${
    playing ? `plays ${playing.handle.path} at ${position.toFixed(0)} s` : "nothing plays"
  }\n`;
}

async function play({ playlists, playback }: MpvHost, rest: string): Promise<string> {
  const [playlist = 0, item = 0] = rest.split(/\s+/).filter(Boolean).map((text) => {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`Not a number from 0: ${text}`);
    return Number(text);
  });
  await playback.playPlace({ playlist: playlists.at(playlist), item });
  return "";
}
