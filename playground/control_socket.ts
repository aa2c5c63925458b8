/** The control socket, through which a page shows the playground and controls the player (protocol.ts). */

import * as v from "valibot";
import { asks, count } from "./asks.ts";
import { closeCodes, MAX_UNREAD_BYTES, parsed } from "./panel_socket.ts";
import type { OpenPanel } from "./panels.ts";
import type { Playground } from "./playground.ts";
import type { Answers, Ask, AskName, PanelInfo, ServerMessage } from "./protocol.ts";

/** The maximum length of a message from a page, in UTF-16 code units. */
const MAX_MESSAGE = 1024 * 1024;
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
    [Name in AskName]: (ask: Ask<Name>) => Answers[Name] | Promise<Answers[Name]>;
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
    return await answers[name](v.parse(asks[name], ask) as Ask<Name>);
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
