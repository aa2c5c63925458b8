/**
 * The program that the player starts in the place of its bridge: it connects the two pipes with the check.
 * Arguments: the port of the check on this machine, and the word by which the check knows its own relay.
 *
 * @module
 */

const [port = "", word = ""] = Deno.args;
const check = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
await check.write(new TextEncoder().encode(word));

async function passOn(): Promise<void> {
  // The player closes its end, or the check is over first.
  await Deno.stdin.readable.pipeTo(check.writable).catch(() => {});
}

void passOn();
await check.readable.pipeTo(Deno.stdout.writable).catch(() => {});
Deno.exit(0);
