import "../../support/deadline.ts";
import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { excessRights, type Permissions, reportExcessRights } from "../../../host_stdio/process/serve.ts";
import { BridgeProcess, request } from "../../support/bridge_process.ts";

const main = new URL("../../../main.ts", import.meta.url).href;

/** Permissions that are granted for the given descriptions only. */
function granting(...rights: string[]): Permissions {
  return {
    querySync(descriptor) {
      const { name } = descriptor;
      const right = "path" in descriptor ? `${name} ${descriptor.path}` : name;
      return { state: rights.includes(right) ? "granted" : "prompt" };
    },
  };
}

Deno.test("excessRights is empty in the sandbox of the bridge", () => {
  assertEquals(excessRights("/home/u/logs", granting("read /home/u/logs", "write /home/u/logs")), []);
});

Deno.test("excessRights lists each permission that the bridge never needs", () => {
  for (const name of ["net", "run", "env", "ffi", "sys", "import"]) {
    assertEquals(excessRights("/logs", granting(name)), [name]);
  }
  assertEquals(excessRights("/logs", granting("env", "net", "run")), ["net", "run", "env"]);
});

Deno.test("excessRights lists permissions for the parent of the log directory", () => {
  const cases: [directory: string, above: string][] = [
    ["/home/u/logs", "/home/u"],
    ["/home/u/logs/", "/home/u"],
    ["/logs", "/"],
    ["/", "/"],
    ["C:\\Users\\u\\logs", "C:\\Users\\u"],
    ["C:\\logs", "C:\\"],
    ["C:\\", "C:\\"],
    ["\\\\server\\share\\logs", "\\\\server\\share"],
  ];
  for (const [directory, above] of cases) {
    for (const name of ["read", "write"]) {
      assertEquals(excessRights(directory, granting(`${name} ${above}`)), [`${name} ${above}`], directory);
    }
  }
});

Deno.test("reportExcessRights writes one report, and none without excess permissions", () => {
  const reported: unknown[] = [];
  const diagnostics = { report: (...all: unknown[]) => void reported.push(all) };
  reportExcessRights("/a/logs", diagnostics, granting());
  assertEquals(reported, []);
  reportExcessRights("/a/logs", diagnostics, granting("net", "read /a"));
  assertEquals(reported, [
    ["warning", "the bridge has rights that it does not need: {rights}", { rights: "net, read /a" }],
  ]);
});

Deno.test("a bridge with the permissions of its sandbox reports nothing", async () => {
  await using bridge = await BridgeProcess.start();
  assertEquals((await bridge.ask(request(1, "test.ping"))).id, 1);
  assertEquals((await bridge.end()).stderr, "");
});

Deno.test("a bridge with more permissions than it needs reports them and serves", async () => {
  // Only the beginning of a path: LogTape doubles the backslashes of Windows.
  const path = Deno.build.os === "windows" ? /read [A-Z]:\\/ : /read \//;
  const rights: [flags: string[], told: RegExp][] = [
    [["--allow-all"], new RegExp(`net, run, env, ffi, sys, import, ${path.source}`)],
    [["--allow-read", "--allow-write=."], path],
    [["--allow-read=.", "--allow-write=.", "--deny-import", "--cached-only", "--allow-env"], /"env"/],
    [["--allow-read=.", "--allow-write=."], /"import"/],
  ];
  for (const [flags, told] of rights) {
    await using bridge = await BridgeProcess.start({ args: ["run", "--no-prompt", ...flags, main] });
    assertEquals((await bridge.ask(request(1, "test.ping"))).id, 1);
    const { code, stderr } = await bridge.end();
    assertEquals(code, 0);
    assertStringIncludes(stderr, "the bridge has rights that it does not need");
    assertMatch(stderr, told);
  }
});

Deno.test("a bridge whose first call is never answered reports its permissions at its end", async () => {
  await using bridge = await BridgeProcess.start({ args: ["run", "--no-prompt", "--allow-all", main] });
  await bridge.write(request(1, "queue.getCount", {}, "panel"));
  assertEquals((await bridge.read()).method, "player.queue.count");
  const { code, stderr } = await bridge.end();
  assertEquals(code, 0);
  assertStringIncludes(stderr, "the bridge has rights that it does not need");
});
