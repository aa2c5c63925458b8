/**
 * The port of the playground: passes connections on to the server and removes the cookies from their requests. A panel in a
 * tab can set 700 kB of cookies, and the runtime refuses every request with more than 64 KiB of headers.
 */

import { Buffer } from "node:buffer";
import { LOOPBACK } from "./request_guard.ts";

const HEAD_END = "\r\n\r\n";
/** The longest head whose cookies are removed, in bytes. Browsers keep at most 180 cookies of 4 KiB for a site. */
const MAX_HEAD = 4 * 1024 * 1024;
/**
 * Maximum number of open connections; further ones wait. Each takes three descriptors here, without which the server would
 * end, and systems give a process 4,096. 64 panels and their page need fewer.
 */
export const MAX_CONNECTIONS = 512;

/**
 * Passes the connections of a listener on until the listener is closed.
 *
 * @param port The server's own port.
 * @returns When the last connection has ended.
 */
export async function passWithoutCookies(listener: Deno.Listener, port: number): Promise<void> {
  const open = new Set<Promise<void>>();
  let ended = Promise.withResolvers<void>();
  for await (const client of listener) {
    const passing = pass(client, port).finally(() => {
      open.delete(passing);
      ended.resolve();
    });
    open.add(passing);
    ended = Promise.withResolvers();
    // A race of all would keep something of each of its calls until the longest connection ends.
    if (open.size === MAX_CONNECTIONS) await ended.promise;
  }
  await Promise.all(open);
}

async function pass(client: Deno.Conn, port: number): Promise<void> {
  using _client = client;
  try {
    using server = await Deno.connect({ hostname: LOOPBACK, port });
    const filter = new CookieFilter();
    const requests = copy(client, server, (bytes) => filter.take(bytes)).catch(() =>
      server[Symbol.dispose]()
    );
    // A browser that closes its half of the connection still reads the answer.
    await copy(server, client, (bytes) => bytes).finally(() => client[Symbol.dispose]());
    await requests;
  } catch {
    // The browser or the server has ended the connection.
  }
}

async function copy(
  from: Deno.Conn,
  to: Deno.Conn,
  change: (bytes: Uint8Array) => Uint8Array,
): Promise<void> {
  const buffer = new Uint8Array(65_536);
  for (let count = await from.read(buffer); count !== null; count = await from.read(buffer)) {
    const bytes = change(buffer.subarray(0, count));
    for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
  }
  await to.closeWrite();
}

/** Removes the cookies from the requests of a connection. */
class CookieFilter {
  /** The bytes of a head whose end has not come, and room for more: it grows to twice what it holds. */
  #head: Buffer = Buffer.alloc(65_536);
  #length = 0;
  #isRaw = false;

  /** Takes bytes of the connection and returns those that the server gets. */
  take(bytes: Uint8Array): Uint8Array {
    if (this.#isRaw) return bytes;
    // The end of the head may have begun in the bytes before.
    const searched = Math.max(0, this.#length - HEAD_END.length + 1);
    this.#add(bytes);
    const passed: Buffer[] = [];
    let pending = this.#head.subarray(0, this.#length);
    for (let end = pending.indexOf(HEAD_END, searched); end !== -1 && !this.#isRaw;) {
      passed.push(
        Buffer.from(this.#filtered(pending.toString("latin1", 0, end + HEAD_END.length)), "latin1"),
      );
      pending = pending.subarray(end + HEAD_END.length);
      end = pending.indexOf(HEAD_END);
    }
    this.#isRaw ||= pending.length > MAX_HEAD;
    if (this.#isRaw) return Buffer.concat([...passed, pending]);
    if (passed.length > 0) pending.copy(this.#head);
    this.#length = pending.length;
    return Buffer.concat(passed);
  }

  #add(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#head.length) {
      const larger = Buffer.alloc(2 * length);
      this.#head.copy(larger, 0, 0, this.#length);
      this.#head = larger;
    }
    this.#head.set(bytes, this.#length);
    this.#length = length;
  }

  #filtered(head: string): string {
    const filtered = head.replace(/\r\ncookie:[^\r\n]*/gi, "");
    const isUpgrade = /\r\nupgrade:/i.test(head);
    const hasBody = /\r\n(?:content-length|transfer-encoding):/i.test(head);
    // What follows is no head. The server refuses a body, and the next request comes on another connection.
    this.#isRaw = isUpgrade || hasBody;
    return hasBody ? filtered.replace("\r\n", "\r\nConnection: close\r\n") : filtered;
  }
}
