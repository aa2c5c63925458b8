/** The page's connection to the server: state, requests, and reconnection. */

import type {
  Answers,
  Ask,
  AskName,
  BridgeState,
  Hello,
  PlayerState,
  Problem,
  ServerMessage,
  WireRow,
} from "../protocol.ts";
import { WIRE_ROWS } from "../protocol.ts";
import { Value } from "./ui.ts";

export type Connection = "connecting" | "open" | "lost";

/** Delays before attempts to reconnect, in milliseconds. */
const RETRY_MS = [300, 600, 1000, 2000, 4000] as const;

/** The rows of the wire. The list grows in place, because copying 10,000 rows each time would be slow. */
export interface WireRows {
  readonly list: WireRow[];
}

/** The connection to the server and the last state received. */
export class Control {
  readonly connection: Value<Connection> = new Value<Connection>("connecting");
  readonly hello: Value<Hello | undefined> = new Value<Hello | undefined>(undefined);
  readonly bridge: Value<BridgeState> = new Value<BridgeState>({
    kind: "bridge",
    running: true,
    detail: "",
    operations: undefined,
    unsupported: [],
  });
  readonly player: Value<Partial<PlayerState>> = new Value<Partial<PlayerState>>({});
  readonly problems: Value<readonly Problem[]> = new Value<readonly Problem[]>([]);
  readonly log: Value<string> = new Value("");
  readonly rows: Value<WireRows> = new Value<WireRows>({ list: [] });
  /** Counts the connections. Panels of an earlier connection are closed. */
  readonly generation: Value<number> = new Value(0);
  readonly #waiting = new Map<number, { resolve(answer: unknown): void; reject(error: Error): void }>();
  #socket: WebSocket | undefined;
  #lastId = 0;
  #attempts = 0;

  /** Connects, and reconnects when the connection is lost. */
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
        reject(new Error("The connection to the playground was lost"));
      }
      this.#waiting.clear();
      const wait = RETRY_MS[Math.min(this.#attempts++, RETRY_MS.length - 1)];
      setTimeout(() => this.connect(), wait);
    });
  }

  /**
   * Sends a request to the server.
   *
   * @throws {Error} When the server reports a failure or the connection is lost.
   */
  ask<Name extends AskName>(name: Name, ask: Ask<Name>): Promise<Answers[Name]> {
    return new Promise((resolve, reject) => {
      if (this.#socket?.readyState !== WebSocket.OPEN) throw new Error("The playground is not connected");
      const id = ++this.#lastId;
      // protocol.ts defines the answer of each name.
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
      case "problems":
        return this.problems.set(message.problems);
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

/** Returns the address of a socket from its path after the token. */
export function socketAddress(path: string): string {
  const address = new URL(path, document.baseURI);
  address.protocol = "ws:";
  return address.href;
}

/** Returns the index of a row in the list; negative when the row is no longer kept. */
export function indexOfRow({ list }: WireRows, seq: number): number {
  const [first] = list;
  return first && seq >= first.seq && seq - first.seq < list.length ? seq - first.seq : -1;
}
