/**
 * The rule about the hosts that mpv may reach: for the addresses that pages give, and for everything that mpv follows
 * by itself (redirects, playlists, segments, keys).
 */

import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Stands for every host with a public address. */
export const PUBLIC_HOSTS = "*";

/** Addresses that are not on the public internet (RFC 6890 and its registries). */
const privateAddresses = new BlockList();
for (
  const [network, bits] of [
    ["0.0.0.0", 8],
    ["10.0.0.0", 8],
    ["100.64.0.0", 10],
    ["127.0.0.0", 8],
    ["169.254.0.0", 16],
    ["172.16.0.0", 12],
    ["192.0.0.0", 24],
    ["192.0.2.0", 24],
    ["192.88.99.0", 24],
    ["192.168.0.0", 16],
    ["198.18.0.0", 15],
    ["198.51.100.0", 24],
    ["203.0.113.0", 24],
    ["224.0.0.0", 3],
  ] as const
) privateAddresses.addSubnet(network, bits, "ipv4");

/** The public addresses of version 6; those that wrap an address of version 4 are not among them. */
const publicAddresses6 = new BlockList();
publicAddresses6.addSubnet("2000::", 3, "ipv6");
for (const [network, bits] of [["2001::", 23], ["2001:db8::", 32], ["2002::", 16], ["3fff::", 20]] as const) {
  privateAddresses.addSubnet(network, bits, "ipv6");
}

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !privateAddresses.check(address, "ipv4");
    case 6:
      return publicAddresses6.check(address, "ipv6") && !privateAddresses.check(address, "ipv6");
    default:
      return false;
  }
}

/**
 * Whether a text names hosts: `*`, or a host with or without a port, such as `radio.example`, `192.168.1.2:8000` or
 * `[::1]`.
 */
export function isHostName(text: string): boolean {
  if (text === PUBLIC_HOSTS) return true;
  const url = URL.parse(`http://${text}/`);
  return url !== null && text !== "" && url.username === "" && url.pathname === "/" &&
    url.href === `http://${url.host}/` &&
    !text.includes("*") && !/[/?#@\s]/.test(text);
}

/** Returns the hosts of those entries that are addresses of streams, with their ports. */
export function hostsOf(entries: readonly string[]): string[] {
  return entries.flatMap((entry) => {
    const url = /^https?:/i.test(entry) ? URL.parse(entry) : null;
    return url ? [`${url.hostname}:${portOf(url)}`] : [];
  });
}

export function portOf({ port, protocol }: URL): number {
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}

/** Looks up the addresses of a host name. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

const systemResolver: Resolver = async (hostname) => {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
};

/** How many denied hosts are told: a page may name any number. */
const MAX_TOLD = 20;

/** The hosts that mpv may reach. */
export class StreamRule {
  readonly #hosts: ReadonlySet<string>;
  readonly #say: (sentence: string) => void;
  readonly #resolve: Resolver;
  readonly #told = new Set<string>();

  /**
   * @param hosts Hosts with or without a port, and `*` for all that have only public addresses. Without any, mpv reaches
   * no host.
   * @param say Gets a sentence for the listener about each host that is denied, once.
   */
  constructor(
    hosts: readonly string[],
    say: (sentence: string) => void = () => {},
    resolve: Resolver = systemResolver,
  ) {
    this.#hosts = new Set(hosts.map(canonicalHost));
    this.#say = say;
    this.#resolve = resolve;
  }

  /** Whether mpv reaches no host. */
  get isOff(): boolean {
    return this.#hosts.size === 0;
  }

  /**
   * Returns why mpv may not open a URL, in a sentence for panels, and tells the listener of its host; undefined when it
   * may, if the addresses of its host are allowed too.
   */
  problem(text: string): string | undefined {
    const url = URL.parse(text);
    const scheme = url?.protocol.slice(0, -1) ?? "";
    // yt-dlp finds the address, and uses the proxy.
    if (scheme === "ytdl" && this.#hosts.has(PUBLIC_HOSTS)) return undefined;
    if (!url || (scheme !== "http" && scheme !== "https")) {
      return `Access denied: ${/^[a-z0-9+.-]+/i.exec(text)?.[0] ?? ""}:// is not played on request`;
    }
    return this.#isAllowed(url.hostname, portOf(url), []) ? undefined : this.#deny(url.hostname).message;
  }

  /**
   * Returns the addresses to which a connection may be made.
   *
   * @param hostname As in the `hostname` of a `URL`.
   * @throws {StreamDenied} When the host may not be reached.
   * @throws {Error} When it has no address.
   */
  async addresses(hostname: string, port: number): Promise<readonly string[]> {
    if (!this.#isAllowed(hostname, port, [])) throw this.#deny(hostname);
    const literal = literalOf(hostname);
    const addresses = literal === undefined ? await this.#resolve(hostname) : [literal];
    if (!this.#isAllowed(hostname, port, addresses)) throw this.#deny(hostname);
    return addresses;
  }

  #deny(hostname: string): StreamDenied {
    if (!this.#told.has(hostname) && this.#told.size < MAX_TOLD) {
      this.#told.add(hostname);
      this.#say(
        `mpv has no permission to open streams from ${hostname}; --allow-streams ${hostname} gives it`,
      );
    }
    return new StreamDenied(hostname);
  }

  /** @param addresses The addresses of the host, as far as they are known. */
  #isAllowed(hostname: string, port: number, addresses: readonly string[]): boolean {
    if (this.#hosts.has(hostname) || this.#hosts.has(`${hostname}:${port}`)) return true;
    if (!this.#hosts.has(PUBLIC_HOSTS) || /(?:^|\.)localhost\.?$/.test(hostname)) return false;
    const literal = literalOf(hostname);
    return [...addresses, ...literal === undefined ? [] : [literal]].every(isPublicAddress);
  }
}

function canonicalHost(host: string): string {
  const url = host === PUBLIC_HOSTS ? null : URL.parse(`http://${host}/`);
  if (!url) return host;
  // The port of a URL is empty when it is that of its scheme.
  const port = /:\d+$/.exec(host.replace(/^\[.*\]/, ""))?.[0] ?? "";
  return url.hostname + port;
}

/** mpv may not reach a host. */
export class StreamDenied extends Error {
  override name = "StreamDenied";

  constructor(hostname: string) {
    super(`Access denied: no permission to open streams from ${hostname}`);
  }
}

/** Returns the address that a hostname of a URL is; undefined for a name. */
function literalOf(hostname: string): string | undefined {
  const text = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(text) === 0 ? undefined : text;
}
