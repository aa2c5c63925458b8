/** The control socket, through which a page shows the playground and controls the player (protocol.ts). */

import * as v from "valibot";
import { nativeActions } from "../host_stdio/api/native_actions.ts";
import { closeCodes, MAX_UNREAD_BYTES, parsed } from "./panel_socket.ts";
import type { OpenPanel } from "./panels.ts";
import type { Playground } from "./playground.ts";
import type { AskName, Asks, PanelInfo, ServerMessage } from "./protocol.ts";

/** The maximum length of a message from a page, in UTF-16 code units. */
const MAX_MESSAGE = 1024 * 1024;
/** Maximum number of tracks in one answer. */
const MAX_TRACKS = 500;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const indices = v.pipe(v.array(count), v.maxLength(100_000));
const text = v.pipe(v.string(), v.maxLength(1000));

const command = v.variant("do", [
  v.object({ do: v.literal("play"), playlist: count, item: count }),
  v.object({ do: v.picklist(["resume", "pause", "stop", "next", "previous"]) }),
  v.object({ do: v.literal("seek"), position: v.pipe(v.number(), v.minValue(0)) }),
  v.object({ do: v.literal("activate"), playlist: count }),
  v.object({ do: v.literal("select"), items: indices }),
  v.object({ do: v.literal("queue"), playlist: count, items: indices }),
  v.object({ do: v.literal("unqueue"), entry: text }),
  v.object({
    do: v.literal("theme"),
    darkMode: v.exactOptional(v.boolean()),
    accentColor: v.exactOptional(v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/i))),
  }),
  v.object({ do: v.literal("locale"), locale: v.pipe(text, v.check(isLocale)) }),
  v.object({ do: v.literal("choose"), menuId: text, itemId: v.string() }),
  v.object({
    do: v.literal("change"),
    menuId: text,
    itemId: v.string(),
    value: v.pipe(v.number(), v.safeInteger()),
  }),
  v.object({ do: v.literal("dismiss"), menuId: text, reason: text }),
  v.object({
    do: v.literal("answerDialog"),
    dialog: count,
    answer: nativeActions["player.ui.dialog"].answer(),
  }),
]);

/** The schemas of the requests. */
const asks = {
  openPanel: v.object({ name: v.string(), framed: v.boolean() }),
  closePanel: v.object({ name: v.string() }),
  tracks: v.object({ playlist: count, offset: count, limit: v.pipe(count, v.maxValue(MAX_TRACKS)) }),
  act: command,
  body: v.object({ seq: count }),
  fixture: v.object({ rows: indices }),
  restart: v.object({}),
} satisfies { [Name in AskName]: v.GenericSchema<unknown, Asks[Name]["ask"]> };

const pageMessage = v.object({
  id: count,
  name: v.picklist(Object.keys(asks) as AskName[]),
  ask: v.unknown(),
});

/**
 * Serves a control socket. When it closes, its panels are closed too.
 *
 * @param addressesOf Returns the addresses of an existing panel.
 */
export function serveControl(
  socket: WebSocket,
  playground: Playground,
  addressesOf: (panel: OpenPanel) => Pick<PanelInfo, "frame" | "tab">,
): void {
  const own = new Map<string, OpenPanel>();
  let stop = (): void => {};

  function send(message: ServerMessage): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
      return socket.close(closeCodes.tryAgain, "the page does not read");
    }
    socket.send(JSON.stringify(message));
  }

  const answers: {
    [Name in AskName]: (ask: Asks[Name]["ask"]) => Asks[Name]["answer"] | Promise<Asks[Name]["answer"]>;
  } = {
    openPanel({ name, framed }): PanelInfo {
      if (framed && !playground.hello.hasPanelFolder) {
        throw new Error("there is no existing panel: start with --panel FOLDER");
      }
      const panel = playground.openPanel(name, framed);
      own.set(panel.name, panel);
      return { name: panel.name, key: panel.key, ...addressesOf(panel) };
    },
    closePanel({ name }) {
      const panel = own.get(name);
      if (!panel) throw new Error(`this page has no panel ${name}`);
      own.delete(name);
      playground.closePanel(panel);
      return null;
    },
    tracks: ({ playlist, offset, limit }) => playground.view.tracks(playlist, offset, limit),
    async act(ask) {
      if (!playground.view.commands.includes(ask.do)) {
        throw new Error(`this player cannot do that: ${ask.do}`);
      }
      await playground.view.perform(ask);
      playground.touch();
      return null;
    },
    body: ({ seq }) => playground.body(seq),
    fixture: ({ rows }) => playground.fixture(rows),
    restart() {
      playground.restart();
      return null;
    },
  };

  async function answer<Name extends AskName>(name: Name, ask: unknown): Promise<unknown> {
    // The cast is safe: both the schema and the function belong to this name.
    return await answers[name](v.parse(asks[name], ask) as Asks[Name]["ask"]);
  }

  socket.addEventListener("open", () => stop = playground.listen(send));
  socket.addEventListener("message", async ({ data }) => {
    if (typeof data === "string" && data.length > MAX_MESSAGE) {
      return socket.close(closeCodes.tooLarge, "the message is too large");
    }
    const message = v.safeParse(pageMessage, typeof data === "string" ? parsed(data) : undefined);
    if (!message.success) return socket.close(closeCodes.unsupported, "not a message of the page");
    const { id, name, ask } = message.output;
    try {
      send({ kind: "answer", id, answer: await answer(name, ask) });
    } catch (error) {
      send({ kind: "failure", id, message: error instanceof Error ? error.message : String(error) });
    }
  });
  socket.addEventListener("close", () => {
    stop();
    for (const panel of own.values()) playground.closePanel(panel);
    own.clear();
  });
  // The close event follows.
  socket.addEventListener("error", (event) => event.preventDefault());
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    // The tag is invalid (RangeError).
    return false;
  }
}
