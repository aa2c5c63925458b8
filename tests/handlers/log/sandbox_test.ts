import "../../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { runDeno } from "../../../tools/support/process.ts";
import { inDirectory, isWindows, namesIn, run } from "./support.ts";

const script = new URL("sandboxed_process.ts", import.meta.url).href;
const config = decodeURIComponent(new URL("../../../deno.json", import.meta.url).pathname);

/** Calls operations in a process that has access only to its working directory. */
async function inSandbox(directory: string, calls: [name: string, params: object][]): Promise<unknown> {
  const permissions = ["--no-prompt", "--allow-read=.", "--allow-write=."];
  const args = ["run", ...permissions, "--no-check", "--config", config, script, JSON.stringify(calls)];
  const { code, stdout, stderr } = await runDeno(args, { cwd: directory, env: { TZ: "Asia/Kathmandu" } });
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

Deno.test({
  name: "log operations need access to their directory only, write local time, and follow nothing out of it",
  ignore: isWindows,
  fn: () =>
    inDirectory(async (parent) => {
      const directory = await Deno.realPath(parent) + "/log";
      await Deno.mkdir(directory);
      const outside = `${parent}/outside.log`;
      await Deno.writeTextFile(outside, "outside\n");
      await Deno.symlink(outside, `${directory}/link.log`);
      await Deno.symlink(`${outside}.missing`, `${directory}/dangling.log`);
      await Deno.link(outside, `${directory}/hard.log`);
      run("mkfifo", `${directory}/pipe.log`);
      const refusal = { success: false, error: "Not a regular file" };
      const written = { success: true, path: `${directory}/webview_ui.log` };
      const line = "[2026-01-02 08:49:05.678][INFO] hello";
      const refused = ["link.log", "dangling.log", "hard.log", "pipe.log"]
        .map((file): [string, object] => ["log.write", { message: "m", file, append: false }]);
      assertEquals(
        await inSandbox(directory, [
          ["log.write", { message: "hello" }],
          ["log.read", {}],
          ["log.clear", {}],
          ["log.write", { message: "again", append: false, timestamp: false }],
          ...refused,
        ]),
        [
          written,
          { success: true, content: line, lines: [line], lineCount: 1, totalLines: 1 },
          { success: true },
          written,
          ...refused.map(() => refusal),
        ],
      );
      assertEquals(await Deno.readTextFile(outside), "outside\n");
      assertEquals(await Deno.readTextFile(`${directory}/webview_ui.log`), "[INFO] again\n");

      assertEquals((await namesIn(parent)).sort(), ["log", "outside.log"]);
    }),
});
