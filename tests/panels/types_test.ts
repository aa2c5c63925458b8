/** Tests of the types of panel.js in a page. They fail in the type check, not at run time. */

import type { Panel } from "../../panels/panel.d.ts";
import { connectPanel } from "../../panels/panel.js";
import { setDeadline } from "../support/deadline.ts";

setDeadline(300_000);

declare module "../../panels/panel.d.ts" {
  interface Panel {
    readonly scrobbler: { submit(params: { title: string }): Promise<{ success: boolean }> };
  }
  interface OwnEvents {
    "scrobbler:submitted": { title: string; count: number };
  }
}

/** Never called: only type-checked. */
async function _page(panel: Panel): Promise<void> {
  const added = await panel.queue.add({ tracks: [1] });
  if (added.success) added.queueCount.toFixed();
  // @ts-expect-error: an index must be a number.
  await panel.queue.add({ tracks: ["1"] });
  // @ts-expect-error: there is no such operation.
  await fb2k.queue.nothing();
  const playback = await globalThis.fb2k.playback.getState();
  const state: string = playback.success ? playback.state : "";
  const list = await panel.playlist.getAll();
  if (list.success) list.map(({ name }) => name.length).push(list.count, list.playlists.length);
  const invoked = await panel.invoke("playlist.getAll");
  if (invoked.success) invoked.map(({ index }) => index.toFixed());
  panel.on("playback:stateChanged", ({ position }) => position.toFixed());
  panel.on("scrobbler:submitted", ({ title, count }) => title.slice(count));
  panel.once("menu:select", ({ itemId }) => itemId.length);
  // @ts-expect-error: there is no such event.
  panel.on("scrobbler:nothing", () => {});
  await panel.scrobbler.submit({ title: state });
  await panel.invoke("test.ping");
}

Deno.test("panel.js has the types of panel.d.ts", () => {
  const _connect: (socket: WebSocket, operations?: readonly string[]) => Panel = connectPanel;
});
