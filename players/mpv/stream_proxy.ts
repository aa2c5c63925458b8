import { unlessAborted } from "../../host_stdio/unless_aborted.ts";
import { portOf, StreamDenied, type StreamRule } from "./stream_rule.ts";

/** The maximum size of the head of a request, in bytes. */
const MAX_HEAD = 32 * 1024;

/** How long a client may take to send the head of its request, in milliseconds. */
const HEAD_MS = 10_000;

const CRLF = "\r\n";

/** What a client wants: a host, and what to send to it first. */
interface Target {
  readonly hostname: string;
  readonly port: number;
  /** The head to send to the host; undefined for a tunnel, which begins with an answer to the client. */
  readonly head: string | undefined;
}

/**
 * An HTTP proxy on the loopback interface for mpv, which follows redirects, playlists, segments and keys by itself. It
 * connects only to hosts that a rule allows, and to the very addresses that were checked. A connection carries one
 * request.
 */
export class StreamProxy {
  readonly url: string;
  readonly #listener: Deno.Listener;
  readonly #rule: StreamRule;
  readonly #connections = new Set<Deno.Conn>();
  readonly #ending = new AbortController();
  readonly #served: Promise<void>;

  constructor(rule: StreamRule) {
    this.#rule = rule;
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.#listener = listener;
    this.url = `http://127.0.0.1:${listener.addr.port}`;
    this.#served = this.#serve();
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    shut(this.#listener);
    this.#ending.abort();
    for (const connection of this.#connections) shut(connection);
    await this.#served;
  }

  async #serve(): Promise<void> {
    const requests = new Set<Promise<void>>();
    try {
      for await (const client of this.#listener) {
        const request = this.#answer(client).finally(() => requests.delete(request));
        requests.add(request);
      }
    } finally {
      await Promise.all(requests);
    }
  }

  async #answer(client: Deno.Conn): Promise<void> {
    this.#connections.add(client);
    let host: Deno.Conn | undefined;
    try {
      const request = await readHead(client);
      const target = request && targetOf(request.head);
      if (!target) return await refuse(client, "400 Bad Request");
      host = await this.#connect(target);
      this.#connections.add(host);
      await writeText(
        ...target.head === undefined
          ? [client, `HTTP/1.1 200 OK${CRLF}${CRLF}`] as const
          : [host, target.head] as const,
      );
      await writeAll(host, request.rest);
      // The client closes when it is no longer interested, the host at the end of the answer.
      await Promise.race([pipe(client, host), pipe(host, client)]);
    } catch (error) {
      await refuse(client, error instanceof StreamDenied ? "403 Forbidden" : "502 Bad Gateway");
    } finally {
      for (const connection of [client, host]) {
        if (!connection) continue;
        shut(connection);
        this.#connections.delete(connection);
      }
    }
  }

  async #connect({ hostname, port }: Target): Promise<Deno.Conn> {
    let last: unknown = new Error(`${hostname} has no address`);
    const { signal } = this.#ending;
    for (const address of await unlessAborted(this.#rule.addresses(hostname, port), signal)) {
      try {
        return await Deno.connect({ hostname: address, port, signal });
      } catch (error) {
        last = error;
      }
    }
    throw last;
  }
}

/** Reads the head of a request; undefined when it is too long, too late or not complete. */
async function readHead(client: Deno.Conn): Promise<{ head: string; rest: Uint8Array } | undefined> {
  const late = setTimeout(() => shut(client), HEAD_MS);
  try {
    const buffer = new Uint8Array(MAX_HEAD);
    let length = 0;
    while (length < buffer.length) {
      const count = await client.read(buffer.subarray(length));
      if (count === null) return undefined;
      length += count;
      const text = new TextDecoder("latin1").decode(buffer.subarray(0, length));
      const end = text.indexOf(CRLF + CRLF);
      if (end >= 0) return { head: text.slice(0, end), rest: buffer.slice(end + 4, length) };
    }
    return undefined;
  } finally {
    clearTimeout(late);
  }
}

/** Parses the head of a request; undefined when it is not one for a proxy. */
function targetOf(head: string): Target | undefined {
  const [first = "", ...headers] = head.split(CRLF);
  const [, method = "", place = ""] = /^([A-Z]+) (\S+) HTTP\/1\.[01]$/.exec(first) ?? [];
  if (method === "CONNECT") {
    const port = /:(\d+)$/.exec(place)?.[1];
    const url = URL.parse(`http://${place}/`);
    if (!url || port === undefined || url.pathname !== "/") return undefined;
    return { hostname: url.hostname, port: Number(port), head: undefined };
  }
  const url = URL.parse(place);
  if (url?.protocol !== "http:") return undefined;
  const kept = headers.filter((line) => !/^(?:proxy-[^:]*|connection|keep-alive|host)\s*:/i.test(line));
  return {
    hostname: url.hostname,
    port: portOf(url),
    head: [
      `${method} ${url.pathname}${url.search} HTTP/1.1`,
      `Host: ${url.host}`,
      ...kept,
      "Connection: close",
      CRLF,
    ].join(CRLF),
  };
}

async function refuse(client: Deno.Conn, status: string): Promise<void> {
  try {
    await writeText(
      client,
      `HTTP/1.1 ${status}${CRLF}Content-Length: 0${CRLF}Connection: close${CRLF}${CRLF}`,
    );
  } catch {
    // The client has gone.
  }
}

async function pipe(from: Deno.Conn, to: Deno.Conn): Promise<void> {
  const buffer = new Uint8Array(64 * 1024);
  try {
    while (true) {
      const count = await from.read(buffer);
      if (count === null) return;
      await writeAll(to, buffer.subarray(0, count));
    }
  } catch {
    // One of both has gone, which ends the connection.
  }
}

async function writeText(connection: Deno.Conn, text: string): Promise<void> {
  await writeAll(connection, Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}

function shut(resource: Deno.Conn | Deno.Listener): void {
  try {
    resource.close();
  } catch {
    // It is already closed.
  }
}
