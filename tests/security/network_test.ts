import { assert, assertEquals } from "@std/assert";
import { bundleFlags, sandboxFlags } from "../../clients/typescript/spawn_bridge.ts";
import { bakedFlags } from "../../tools/build/compile.ts";
import { setDeadline, waitFor } from "../support/deadline.ts";
import { tempDirectory } from "../support/temp_directory.ts";

setDeadline(120_000);

/** Tries every import that Deno runs without network permission, and runs until its stdin ends. */
const probe = `
const sources = ["npm:tonearm-probe@1.0.0", "jsr:@tonearm/probe@1.0.0", "https://esm.sh/tonearm-probe"];
for (const source of sources) await import(source).catch(() => {});
await fetch("https://example.com/").catch(() => {});
console.log("tried");
await Deno.stdin.read(new Uint8Array(1));
`;

const hosts = {
  npm: "registry.npmjs.org:443",
  jsr: "jsr.io:443",
  https: "esm.sh:443",
  update: "dl.deno.land:443",
};
const everyHost = Object.values(hosts).toSorted();

/** A proxy for Deno's downloads that accepts and refuses connections. */
class Listener {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #asked = new Set<string>();
  #connections = 0;
  #changed = Promise.withResolvers<void>();

  constructor() {
    void this.#serve();
  }

  /** Environment variables that make a child use this proxy. */
  get environment(): Record<string, string> {
    const proxy = `http://127.0.0.1:${this.#listener.addr.port}`;
    return { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: "" };
  }

  /** The number of connections and the requested hosts. */
  get seen(): { connections: number; hosts: string[] } {
    return { connections: this.#connections, hosts: [...this.#asked].toSorted() };
  }

  /** Settles when a host was requested. */
  async asked(host: string): Promise<void> {
    while (!this.#asked.has(host)) await waitFor("a name to be asked for", this.#changed.promise);
  }

  [Symbol.dispose](): void {
    this.#listener.close();
  }

  async #serve(): Promise<void> {
    for await (const connection of this.#listener) void this.#refuse(connection);
  }

  async #refuse(connection: Deno.Conn): Promise<void> {
    this.#connections++;
    using open = connection;
    const buffer = new Uint8Array(1024);
    const count = await open.read(buffer) ?? 0;
    const [, host] = /^CONNECT (\S+) /.exec(new TextDecoder().decode(buffer.subarray(0, count))) ?? [];
    if (host !== undefined) this.#asked.add(host);
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }
}

/** The environment of this process. If the variable exists, Deno does not check for an update. */
const { DENO_NO_UPDATE_CHECK: _, ...inherited } = Deno.env.toObject();

/**
 * Runs the probe with a start line.
 *
 * @param env The environment of the start line.
 * @param until Wait until this host is requested; undefined for none.
 * @returns The requested hosts.
 */
async function reach(flags: readonly string[], env: Record<string, string>, until?: string) {
  await using temporary = await tempDirectory();
  const folder = temporary.path;
  await Deno.mkdir(`${folder}/logs`);
  await Deno.writeTextFile(`${folder}/probe.js`, probe);
  using listener = new Listener();
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, `${folder}/probe.js`],
    cwd: `${folder}/logs`,
    // An empty cache.
    clearEnv: true,
    env: { ...inherited, ...listener.environment, NO_COLOR: "1", DENO_DIR: `${folder}/cache`, ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  assertEquals(new TextDecoder().decode(value), "tried\n");
  if (until !== undefined) await listener.asked(until);
  reader.releaseLock();
  await child.stdin.close();
  await child.stdout.cancel();
  await child.status;
  return listener.seen;
}

const rights = ["--no-prompt", "--allow-read=.", "--allow-write=."];
const noUpdateCheck = { DENO_NO_UPDATE_CHECK: "1" };

Deno.test("with file permissions alone, the runtime downloads imports and checks for an update", async () => {
  const { connections, hosts: asked } = await reach(rights, {}, hosts.update);
  assertEquals(asked, everyHost);
  assert(connections >= everyHost.length);
});

const startLines = {
  tree: sandboxFlags,
  bundle: [...sandboxFlags, ...bundleFlags],
  binary: bakedFlags,
};

/** The start line of the bundle without some flags. */
function without(...flags: string[]): string[] {
  return startLines.bundle.filter((flag) => !flags.includes(flag));
}

Deno.test("no import reaches the network under the start lines", async () => {
  for (const [name, flags] of Object.entries(startLines)) {
    assertEquals(await reach(flags, noUpdateCheck), { connections: 0, hosts: [] }, name);
  }
});

Deno.test("each part of the start line blocks the hosts that SECURITY.md lists", async () => {
  const measured = {
    "without `DENO_NO_UPDATE_CHECK=1`": await reach(
      startLines.tree,
      {},
      hosts.update,
    ),
    "without `--cached-only`, `--no-remote` and `--no-npm`": await reach(
      without("--cached-only", "--no-remote", "--no-npm"),
      noUpdateCheck,
    ),
    "without `--cached-only` and `--no-npm`": await reach(
      without("--cached-only", "--no-npm"),
      noUpdateCheck,
    ),
    "without `--cached-only` and `--no-remote`": await reach(
      without("--cached-only", "--no-remote"),
      noUpdateCheck,
    ),
    "without `--deny-import`": await reach(without("--deny-import"), noUpdateCheck),
  };
  const rows = Object.entries(measured).map(([part, { hosts }]) =>
    `| ${part} | ${hosts.map((host) => `\`${host}\``).join(", ") || "none"} |`
  );
  const document = await Deno.readTextFile(new URL("../../SECURITY.md", import.meta.url));
  const plain = document.replaceAll(/ +\|/g, " |");
  for (const row of rows) assert(plain.includes(row), row);
});
