/** Uses a playground from a package. */

import { assert, assertEquals } from "@std/assert";
import { closed, openPanelSocket, TestControl } from "../../playground/support.ts";

/** Starts the playground of create-tonearm-panel for a folder with a panel, uses its page and a panel, and ends it. */
export async function usePackedPlayground(
  { node, program, folder, path }: {
    readonly node: string;
    /** The path of playground.js. */
    readonly program: string;
    /** The folder that contains the folder `panel`. */
    readonly folder: string;
    /** The variable PATH. */
    readonly path: string;
  },
): Promise<void> {
  const child = new Deno.Command(node, {
    args: [program, "--panel", "panel"],
    cwd: folder,
    // npm sets INIT_CWD, but paths are relative to the working directory.
    env: { NO_COLOR: "1", PATH: path, INIT_CWD: "/none" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  try {
    const stderr = new Response(child.stderr).text();
    const stdout = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let address = "";
    while (!address.includes("\n")) {
      const { done, value } = await stdout.read();
      assert(!done, done ? await stderr : "");
      address += value;
    }
    address = address.trim();
    const files = ["", "playground/page/main.ts", "playground/page/style.css", "playground/protocol.ts"];
    for (const file of [...files, "limits/names.ts", "vendor/preact.js", "panels/panel.js", "openrpc.json"]) {
      const response = await fetch(address + file);
      assertEquals([response.status, (await response.text()).length > 100], [200, true], file);
    }
    {
      await using control = await TestControl.open(address);
      const { key } = await control.ask("openPanel", { name: "one", framed: false });
      const { socket, api } = await openPanelSocket(address, key);
      const added = { success: true, addedCount: 1, queueCount: 1 };
      assertEquals(await api.invoke("queue.add", { tracks: [0] }), added);
      await closed(socket);
    }
    child.kill("SIGTERM");
    while (!(await stdout.read()).done);
    assertEquals((await child.status).code, 0);
    assertEquals(await stderr, "Open this address in a browser. Ctrl-C ends the playground.\n");
  } finally {
    try {
      child.kill("SIGTERM");
    } catch {
      // It has ended.
    }
  }
}
