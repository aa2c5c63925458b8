/**
 * Runs in place of the player's bridge and forwards both pipes to the check. Arguments: the local port of the check, and
 * the word that identifies this relay.
 *
 * @module
 */

const [port = "", word = ""] = Deno.args;
const check = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
// A second short message would otherwise wait 40 ms for the receipt of the first.
check.setNoDelay();
await check.write(new TextEncoder().encode(word));

async function passOn(): Promise<void> {
  // Fails when the check ends first.
  await Deno.stdin.readable.pipeTo(check.writable).catch(() => {});
}

void passOn();
await check.readable.pipeTo(Deno.stdout.writable).catch(() => {});
Deno.exit(0);
