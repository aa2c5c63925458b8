/**
 * A playground on a port of its own, for tests.
 *
 * @module
 */

import { connectPanel } from "../../panel/panel.js";
import { PanelFolder } from "../../playground/panel_files.ts";
import { Playground } from "../../playground/playground.ts";
import type { AskName, Asks, ServerMessage } from "../../playground/protocol.ts";
import { type PlaygroundServer, servePlayground } from "../../playground/server.ts";
import type { Player } from "../../players/model/player.ts";
import { ReferencePlayer, type ReferencePlayerOptions } from "../../players/reference/mod.ts";

/** The token of every test's address. */
export const token = "test-token-0123456789abc";

/** What a playground is made with. */
export interface TestOptions {
  readonly port?: number;
  readonly folder?: string;
  readonly player?: ReferencePlayerOptions;
  /** Another player than the reference player. It ends with the playground. */
  readonly host?: Player;
}

/** A running playground. */
export class TestPlayground implements AsyncDisposable {
  readonly server: PlaygroundServer;
  readonly playground: Playground;
  readonly logDirectory: string;
  /** What people were told. */
  readonly reported: string[];

  private constructor(
    server: PlaygroundServer,
    playground: Playground,
    logDirectory: string,
    reported: string[],
  ) {
    this.server = server;
    this.playground = playground;
    this.logDirectory = logDirectory;
    this.reported = reported;
  }

  /**
   * Starts one.
   *
   * @param options What it is made with.
   * @returns The playground.
   */
  static async start({ port = 0, folder, player, host }: TestOptions = {}): Promise<TestPlayground> {
    const logDirectory = await Deno.makeTempDir({ prefix: "playground-test-" });
    const reported: string[] = [];
    const report = (line: string): void => void reported.push(line);
    const playground = new Playground(host ?? new ReferencePlayer({ panels: {}, ...player }), {
      logDirectory,
      hasPanelFolder: folder !== undefined,
      report,
    });
    const server = servePlayground(playground, {
      port,
      token,
      folder: folder === undefined ? undefined : await PanelFolder.open(folder),
      report,
    });
    return new TestPlayground(server, playground, logDirectory, reported);
  }

  /** The host of the page. */
  get host(): string {
    return `127.0.0.1:${this.server.port}`;
  }

  /** The origin of the page. */
  get origin(): string {
    return `http://${this.host}`;
  }

  /**
   * Opens a socket as the page does.
   *
   * @param path Its path after the token.
   * @returns The open socket.
   */
  socket(path: string): Promise<WebSocket> {
    return opened(socketAt(this.server.address, path));
  }

  /**
   * Opens a control socket.
   *
   * @returns It.
   */
  control(): Promise<TestControl> {
    return TestControl.open(this.server.address);
  }

  /**
   * Opens a panel of the page.
   *
   * @param control The page.
   * @param name The name that it should have.
   * @returns Its name, its socket and its API.
   */
  async panel(control: TestControl, name: string) {
    const info = await control.ask("openPanel", { name, framed: false });
    return { ...info, ...await openPanelSocket(this.server.address, info.key) };
  }

  /** Ends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    await this.playground.close();
    await Deno.remove(this.logDirectory, { recursive: true });
  }
}

/** A control socket. */
export class TestControl implements AsyncDisposable {
  /** What has come. */
  readonly messages: ServerMessage[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.messages.push(JSON.parse(data));
      for (const look of [...this.#waiting]) look();
    });
  }

  /**
   * Opens one.
   *
   * @param address The playground's.
   * @returns It.
   */
  static async open(address: string): Promise<TestControl> {
    const socket = socketAt(address, "control");
    const control = new TestControl(socket);
    await opened(socket);
    return control;
  }

  /**
   * Waits until something has come.
   *
   * @param find Looks for it in what has come.
   * @returns What it has found.
   */
  until<Found>(find: (messages: readonly ServerMessage[]) => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find(this.messages);
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  /**
   * Asks, and waits for the answer.
   *
   * @param name What.
   * @param ask What belongs to it.
   * @returns The answer.
   * @throws {Error} The failure.
   */
  async ask<Name extends AskName>(name: Name, ask: Asks[Name]["ask"]): Promise<Asks[Name]["answer"]> {
    const id = ++this.#lastId;
    this.#socket.send(JSON.stringify({ id, name, ask }));
    const answer = await this.until((messages) =>
      messages.find((message) =>
        (message.kind === "answer" || message.kind === "failure") && message.id === id
      )
    );
    if (answer.kind === "failure") throw new Error(answer.message);
    if (answer.kind !== "answer") throw new Error(`no answer: ${answer.kind}`);
    // The server answers each name with what protocol.ts says.
    return answer.answer as Asks[Name]["answer"];
  }

  /** All rows of the wire that have come. */
  get rows() {
    return this.messages.flatMap((message) => message.kind === "wire" ? message.rows : []);
  }

  /** Closes the socket, unless the server has. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.readyState !== WebSocket.CLOSED) await closed(this.#socket);
  }
}

/**
 * Opens a panel's socket as its page does.
 *
 * @param address The playground's.
 * @param key The panel's.
 * @returns The socket and its API.
 */
export async function openPanelSocket(address: string, key: string) {
  const socket = socketAt(address, `panel/${key}`);
  const api = connectPanel(socket);
  await opened(socket);
  return { socket, api };
}

/** A socket that is about to open. Listen at once: the first message may come together with the handshake. */
function socketAt(address: string, path: string): WebSocket {
  const { host, origin, pathname } = new URL(address);
  return new WebSocket(`ws://${host}${pathname}${path}`, { headers: { origin } });
}

async function opened(socket: WebSocket): Promise<WebSocket> {
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve, { once: true });
    socket.addEventListener("error", () => reject(new Error(`no socket at ${socket.url}`)), { once: true });
  });
  return socket;
}

/**
 * Closes a socket.
 *
 * @param socket The socket.
 * @returns How it was closed.
 */
export function closed(socket: WebSocket): Promise<CloseEvent> {
  const event = new Promise<CloseEvent>((resolve) =>
    socket.addEventListener("close", resolve, { once: true })
  );
  if (socket.readyState < WebSocket.CLOSING) socket.close();
  return event;
}

/**
 * Sends a request byte by byte as it is given, so that nothing is put right on the way.
 *
 * @param port The port.
 * @param head The lines of the request.
 * @returns The lines of the answer's head, and what follows them.
 */
export async function rawRequest(port: number, ...head: string[]): Promise<{ status: number; text: string }> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const upgrades = head.some((line) => line.startsWith("Upgrade:"));
  const lines = [...head, `Connection: ${upgrades ? "Upgrade" : "close"}`];
  await connection.write(new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`));
  let text = "";
  const decoder = new TextDecoder();
  const buffer = new Uint8Array(65536);
  for (let count = await connection.read(buffer); count !== null; count = await connection.read(buffer)) {
    text += decoder.decode(buffer.subarray(0, count), { stream: true });
    // A connection that may become a socket stays open.
    if (upgrades && text.includes("\r\n\r\n")) break;
  }
  return { status: Number(text.split(" ")[1]), text };
}
