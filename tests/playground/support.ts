/** A playground on a port of its own, for tests. */

import type { ExtensionName } from "../../host_stdio/api/extension_names.ts";
import { connectPanel } from "../../panels/panel.js";
import type { Player } from "../../players/model/player.ts";
import { ReferencePlayer, type ReferencePlayerOptions } from "../../players/reference/mod.ts";
import { PanelFolder } from "../../playground/panel_files.ts";
import { frameKeysOf } from "../../playground/panels.ts";
import { Playground } from "../../playground/playground.ts";
import type { Answers, Ask, AskName, ServerMessage } from "../../playground/protocol.ts";
import { type PlaygroundServer, servePlayground } from "../../playground/server.ts";
import { PluginModule } from "../../tools/support/plugin_module.ts";

/** The token in every test. */
export const token = "test-token-0123456789abc";

/** Options of a playground. */
export interface TestOptions {
  readonly port?: number;
  readonly folder?: string;
  /** None by default. */
  readonly extensions?: readonly ExtensionName[];
  /** The file of a module with plugins. */
  readonly plugins?: string;
  readonly player?: ReferencePlayerOptions;
  /** A player instead of the reference player. It ends with the playground. */
  readonly host?: Player;
}

export class TestPlayground implements AsyncDisposable {
  readonly server: PlaygroundServer;
  readonly playground: Playground;
  readonly logDirectory: string;
  /** Diagnostics and notices. */
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

  static async start(
    { port = 0, folder, extensions = [], plugins, player, host }: TestOptions = {},
  ): Promise<TestPlayground> {
    const logDirectory = await Deno.makeTempDir({ prefix: "playground-test-" });
    const reported: string[] = [];
    const report = (line: string): void => void reported.push(line);
    const playground = new Playground(host ?? new ReferencePlayer({ panels: {}, ...player }), {
      logDirectory,
      extensions,
      plugins: plugins === undefined ? undefined : await PluginModule.load(plugins),
      frameKey: folder === undefined ? undefined : frameKeysOf(token, folder),
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

  get host(): string {
    return `127.0.0.1:${this.server.port}`;
  }

  get origin(): string {
    return `http://${this.host}`;
  }

  /** Opens a socket as the page does, given its path after the token. */
  socket(path: string): Promise<WebSocket> {
    return opened(socketAt(this.server.address, path));
  }

  control(): Promise<TestControl> {
    return TestControl.open(this.server.address);
  }

  /** Opens a panel; returns its name, its socket and its API. */
  async panel(control: TestControl, name: string) {
    const info = await control.ask("openPanel", { name, framed: false });
    return { ...info, ...await openPanelSocket(this.server.address, info.key) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.server.close();
    await this.playground.close();
    await Deno.remove(this.logDirectory, { recursive: true });
  }
}

/** A control socket. */
export class TestControl implements AsyncDisposable {
  /** The received messages. */
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

  static async open(address: string): Promise<TestControl> {
    const socket = socketAt(address, "control");
    const control = new TestControl(socket);
    await opened(socket);
    return control;
  }

  /** Waits until `find` returns something for the received messages. */
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
   * Sends a request and waits for the answer.
   *
   * @throws {Error} The failure.
   */
  async ask<Name extends AskName>(name: Name, ask: Ask<Name>): Promise<Answers[Name]> {
    const id = ++this.#lastId;
    this.#socket.send(JSON.stringify({ id, name, ask }));
    const answer = await this.until((messages) =>
      messages.find((message) =>
        (message.kind === "answer" || message.kind === "failure") && message.id === id
      )
    );
    if (answer.kind === "failure") throw new Error(answer.message);
    if (answer.kind !== "answer") throw new Error(`no answer: ${answer.kind}`);
    // protocol.ts defines the answer of each name.
    return answer.answer as Answers[Name];
  }

  /** The received rows of the wire. */
  get rows() {
    return this.messages.flatMap((message) => message.kind === "wire" ? message.rows : []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.readyState !== WebSocket.CLOSED) await closed(this.#socket);
  }
}

/** Opens a panel's socket as its page does; returns the socket and its API. */
export async function openPanelSocket(address: string, key: string) {
  const socket = socketAt(address, `panel/${key}`);
  const api = connectPanel(socket);
  await opened(socket);
  return { socket, api };
}

/** A connecting socket. Listen at once: the first message may arrive with the handshake. */
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

export function closed(socket: WebSocket): Promise<CloseEvent> {
  const event = new Promise<CloseEvent>((resolve) =>
    socket.addEventListener("close", resolve, { once: true })
  );
  if (socket.readyState < WebSocket.CLOSING) socket.close();
  return event;
}

/**
 * Sends a request unchanged, where `fetch` would normalize it.
 *
 * @param head The lines of the request.
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
    // An upgraded connection stays open.
    if (upgrades && text.includes("\r\n\r\n")) break;
  }
  return { status: Number(text.split(" ")[1]), text };
}
