import "../../support/deadline.ts";
import { assert, assertEquals } from "@std/assert";
import { join } from "@std/path";
import { build, plugin, run, withoutAudacious } from "./real_audacious.ts";

const why = withoutAudacious;

/** Returns the files below a folder. */
async function files(folder: string): Promise<string[]> {
  return (await run("find", [folder, "-type", "f", "-printf", "%P\n"])).split("\n").filter(Boolean).sort();
}

Deno.test({
  name: "cmake installs the plugin with its panels, and uninstalls both and nothing else" +
    (why === undefined ? "" : ` (ignored: ${why})`),
  ignore: why !== undefined,
  async fn() {
    await plugin();
    const DESTDIR = await Deno.makeTempDir({ prefix: "tonearm-audacious-test-" });
    await run("cmake", ["--install", build], { DESTDIR });
    const installed = await files(DESTDIR);
    const folder = installed.find((name) => name.endsWith("/General/tonearm.so"))?.replace("tonearm.so", "");
    assert(folder !== undefined, installed.join());
    assert(installed.includes(`${folder}tonearm/panels/playlist/index.html`), installed.join());
    await Deno.mkdir(join(DESTDIR, folder, "tonearm/panels/mine"));
    await Deno.writeTextFile(join(DESTDIR, folder, "tonearm/panels/mine/index.html"), "");
    await run("cmake", ["--build", build, "--target", "uninstall"], { DESTDIR });
    assertEquals(await files(DESTDIR), [`${folder}tonearm/panels/mine/index.html`]);
    assertEquals((await run("find", [DESTDIR, "-name", "library"])).trim(), "");
    await Deno.remove(DESTDIR, { recursive: true });
  },
});
