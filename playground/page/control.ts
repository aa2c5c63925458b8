/**
 * The page's connection to the server: what it is told, what it asks, and the way back when the server was away.
 *
 * @module
 */

import type { AskName, Asks, BridgeState, Hello, PlayerState, ServerMessage, WireRow } from "../protocol.ts";
import { WIRE_ROWS } from "../protocol.ts";
import { Value } from "./ui.ts";

/** How the connection is. */
export type Connection = "connecting" | "open" | "lost";

/** How long to wait before the next attempt, in milliseconds: more each time. */
const RETRY_MS = [300, 600, 1000, 2000, 4000] as const;

/** The rows of the wire that the page has. One object whose list grows: 10,000 rows are not copied for each new one. */
export interface WireRows {
  readonly list: WireRow[];
}

/** The server as the page sees it. */
export class Control {
  readonly connection: Value<Connection> = new Value<Connection>("connecting");
  readonly hello: Value<Hello | undefined> = new Value<Hello | undefined>(undefined);
  readonly bridge: Value<BridgeState> = new Value<BridgeState>({
    kind: "bridge",
    running: true,
    detail: "",
    unsupported: [],
  });
  readonly player: Value<Partial<PlayerState>> = new Value<Partial<PlayerState>>({});
  readonly log: Value<string> = new Value("");
  readonly rows: Value<WireRows> = new Value<WireRows>({ list: [] });
  /** Counts the connections: what belonged to an earlier one is gone. */
  readonly generation: Value<number> = new Value(0);
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  #socket: WebSocket | undefined;
  #lastId = 0;
  #attempts = 0;

  /** Connects, and connects again whenever the connection is lost. */
  connect(): void {
    const socket = new WebSocket(socketAddress("control"));
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#attempts = 0;
      this.rows.set({ list: [] });
      this.player.set({});
      this.connection.set("open");
      this.generation.set(this.generation.current + 1);
    });
    socket.addEventListener("message", ({ data }) => this.#take(JSON.parse(data)));
    socket.addEventListener("close", () => {
      this.connection.set("lost");
      for (const { reject } of this.#waiting.values()) {
        reject(new Error("The playground does not answer any more"));
      }
      this.#waiting.clear();
      const wait = RETRY_MS[Math.min(this.#attempts++, RETRY_MS.length - 1)];
      setTimeout(() => this.connect(), wait);
    });
  }

  /**
   * Asks the server.
   *
   * @param name What.
   * @param ask What belongs to it.
   * @returns The answer.
   * @throws {Error} What the server says is wrong, or that it is gone.
   */
  ask<Name extends AskName>(name: Name, ask: Asks[Name]["ask"]): Promise<Asks[Name]["answer"]> {
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) throw new Error("The playground does not answer");
      const id = ++this.#lastId;
      // The server answers each name with what protocol.ts says.
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.#socket.send(JSON.stringify({ id, name, ask }));
    });
  }

  #take(message: ServerMessage): void {
    switch (message.kind) {
      case "hello":
        return this.hello.set(message);
      case "bridge":
        return this.bridge.set(message);
      case "player":
        return this.player.set({ ...this.player.current, ...message.state });
      case "log":
        return this.log.set(message.text);
      case "wire": {
        const { list } = this.rows.current;
        list.push(...message.rows);
        if (list.length > WIRE_ROWS) list.splice(0, list.length - WIRE_ROWS);
        return this.rows.set({ list });
      }
      case "answer":
        this.#waiting.get(message.id)?.resolve(message.answer);
        return void this.#waiting.delete(message.id);
      case "failure":
        this.#waiting.get(message.id)?.reject(new Error(message.message));
        return void this.#waiting.delete(message.id);
    }
  }
}

/**
 * The address of a socket of this page.
 *
 * @param path Its path after the token.
 * @returns The address.
 */
export function socketAddress(path: string): string {
  const address = new URL(path, document.baseURI);
  address.protocol = "ws:";
  return address.href;
}

/**
 * Finds a row.
 *
 * @param rows The rows.
 * @param seq Its place in the order.
 * @returns Its index among those that the page has; negative when it has it not any more.
 */
export function indexOfRow({ list }: WireRows, seq: number): number {
  const [first] = list;
  return first && seq >= first.seq && seq - first.seq < list.length ? seq - first.seq : -1;
}
