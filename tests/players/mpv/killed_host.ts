/**
 * Plays until it is killed. Prints the process ids of the mpv that plays and of the probe, and its directory.
 */

import { MpvProcess } from "../../../players/mpv/ipc/mpv_process.ts";
import { quietMpv, TestHost } from "./real_mpv.ts";

const test = await TestHost.start();
await test.host.load(await test.tracks(1, 600));
await test.playing();
const probe = await MpvProcess.start(quietMpv, () => {});
Deno.stdout.writeSync(new TextEncoder().encode(`${test.host.link.pid} ${probe.pid} ${test.directory}\n`));
