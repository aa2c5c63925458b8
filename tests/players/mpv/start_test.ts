import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MpvProcess } from "../../../players/mpv/ipc/mpv_process.ts";
import { MpvPlayer } from "../../../players/mpv/player.ts";
import { setDeadline } from "../../support/deadline.ts";
import { mpvTest, quietMpv, TestHost } from "./real_mpv.ts";

setDeadline(120_000);

/** A program for tests, in a directory of its own. */
class Program implements AsyncDisposable {
  private constructor(readonly directory: string, readonly path: string) {}

  /** @param script The text of a shell script. */
  static async write(script: string): Promise<Program> {
    const directory = await Deno.makeTempDir({ prefix: "tonearm-mpv-test-" });
    const path = `${directory}/mpv`;
    await Deno.writeTextFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return new Program(directory, path);
  }

  open(options: { readonly startMs?: number; readonly signal?: AbortSignal } = {}): Promise<MpvPlayer> {
    const { startMs, signal } = options;
    return MpvPlayer.open({
      mpv: {
        kind: "start",
        program: { program: this.path, args: [], ...startMs === undefined ? {} : { startMs } },
      },
      program: this.path,
      directory: this.directory,
      environment: () => undefined,
      ...signal && { signal },
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.directory, { recursive: true });
  }
}

mpvTest("mpv keeps its connection when it closes its standard input, as without a display", async () => {
  await using program = await Program.write('exec mpv "$@" <&-');
  const mpv = await MpvProcess.start({ program: program.path, args: quietMpv.args }, () => {});
  assertEquals(await mpv.client.command("get_property", "pid"), mpv.pid);
  await mpv.end();
  assertEquals(await mpv.status, { code: 0, signal: null, output: "" });
});

mpvTest("an mpv that exits right after its start has failed, and its last lines are reported", async () => {
  await using test = await TestHost.start({ args: ["--msg-level=all=info"] });
  // As from mpv's own keys, not as misc.exit.
  await test.inMpv("quit", 3);
  assertEquals(await test.host.ended, true);
  await test.heard((sentence) => sentence.startsWith("mpv exited with code 3 right after its start"));
});

Deno.test({
  name: "an mpv that exits during its start is reported with its last lines",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const answer = `read -r line <&3; printf '{"request_id":1,"error":"success"}\\n' >&3`;
    await using program = await Program.write(`${answer}\necho "no display answers"\nexit 0`);
    await assertRejects(() => program.open(), Error, "mpv did not start: no display answers");
  },
});

Deno.test({
  name: "an mpv that does not answer is killed at the end of its time, or when the start is given up",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using program = await Program.write('echo $$ >"$(dirname "$0")/pid"\necho stuck\nexec sleep 600');
    // A busy machine may need more time than the shortest before the program has printed.
    for (let startMs = 300, isStuck = false; !isStuck; startMs *= 2) {
      const { message } = await assertRejects(() => program.open({ startMs }), Error);
      assertStringIncludes(message, `did not answer within ${startMs / 1000} s`);
      isStuck = message.endsWith(": stuck");
    }
    const pid = Number(await Deno.readTextFile(`${program.directory}/pid`));
    await assertRejects(() => Deno.stat(`/proc/${pid}`), Deno.errors.NotFound);

    const giveUp = new AbortController();
    const opening = program.open({ signal: giveUp.signal });
    const start = performance.now();
    giveUp.abort(new Error("given up"));
    await assertRejects(() => opening, Error, "given up");
    assert(performance.now() - start < 2000);
  },
});

mpvTest("a hanging mpv is killed a second after it was told to quit", async () => {
  await using test = await TestHost.start();
  const { pid } = test.host.link;
  assert(pid !== null);
  Deno.kill(pid, "SIGSTOP");
  const start = performance.now();
  await test.host.close();
  assert(performance.now() - start < 5000);
  await assertRejects(() => Deno.stat(`/proc/${pid}`), Deno.errors.NotFound);
});
