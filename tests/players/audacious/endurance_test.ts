import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { setDeadline } from "../../support/deadline.ts";
import { whyLong } from "../../support/test_all.ts";
import {
  Audacious,
  audaciousTest,
  descendants,
  eventually,
  hasFlags,
  type Page,
  panelFiles,
  tracks,
} from "./real_audacious.ts";

setDeadline(600_000);

/** In each round the bridge is killed, the panel is reloaded three times, and the plugin is disabled and enabled. */
const ROUNDS = 20;
/** Rounds before the first measurement. Afterwards, everything that is loaded only once is in memory. */
const WARM = 5;
const LEAK_KIB = 5 * 1024;

/** Returns the unshared memory of a process, in KiB. */
async function memory(pid: number): Promise<number> {
  const [, kib] = /^RssAnon:\s+(\d+)/m.exec(await Deno.readTextFile(`/proc/${pid}/status`)) ?? [];
  return Number(kib);
}

/** Returns the number of open files, pipes and sockets of a process. */
async function open(pid: number): Promise<number> {
  let count = 0;
  for await (const _ of Deno.readDir(`/proc/${pid}/fd`)) count++;
  return count;
}

async function answers(page: Page): Promise<void> {
  await eventually(async () => assertEquals((await page.call("test.ping")).pong, true));
}

/** Waits until a new page has replaced the page marked with `isOld`. */
async function isNew(page: Page): Promise<void> {
  await eventually(async () => assert(await page.evaluate("!window.isOld && window.loaded")));
  await answers(page);
}

audaciousTest(
  "reloads, killed bridges and a plugin that is disabled and enabled leak nothing",
  async (desktop) => {
    await desktop.write(panelFiles);
    const [path = ""] = await tracks(desktop, 3600);
    await using audacious = await Audacious.start(desktop);
    const { pid } = audacious;
    const bridges = (): ReturnType<typeof descendants> => descendants(pid, "main.ts");
    await desktop.audtool("--playlist-addurl", `file://${encodeURI(path)}`);
    await desktop.audtool("--playback-play");

    /** Runs one round. It ends with one page and one bridge. */
    const round = async (): Promise<void> => {
      {
        using page = await audacious.page("test");
        await answers(page);
        await page.evaluate("window.isOld = true");
        const [bridge, ...more] = await bridges();
        assertEquals(more, []);
        Deno.kill(bridge?.pid ?? 0, "SIGKILL");
        await isNew(page);
        for (let reload = 0; reload < 3; reload++) {
          await page.evaluate("window.isOld = true");
          await page.send("Page.reload");
          await isNew(page);
        }
        await page.close();
      }
      await desktop.audtool("--plugin-enable", "tonearm", "off");
      await eventually(async () => assertEquals(await bridges(), []));
      await desktop.audtool("--plugin-enable", "tonearm", "on");
      using page = await audacious.page("test");
      await answers(page);
      await page.close();
    };

    for (let at = 0; at < WARM; at++) await round();
    const [memoryBefore, openBefore] = [await memory(pid), await open(pid)];
    for (let at = WARM; at < ROUNDS; at++) await round();
    // Audacious releases memory after a short delay. With a sanitizer, released memory stays allocated.
    if (!hasFlags) {
      await eventually(async () => {
        const grown = await memory(pid) - memoryBefore;
        assert(grown <= LEAK_KIB, `${grown} KiB more than after ${WARM} rounds`);
      });
    }
    await eventually(async () => assertLessOrEqual(await open(pid), openBefore));
    assertEquals((await descendants(pid, "")).filter(({ isZombie }) => isZombie), []);
    assertEquals(await desktop.audtool("--playback-status"), "playing");
    assertEquals(await audacious.quit(), 0);
  },
  whyLong("endurance", `it plays ${ROUNDS} rounds`),
);
