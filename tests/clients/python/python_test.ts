import { assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { MAX_JSON_DEPTH } from "../../../limits/wire.ts";
import { buildWheel } from "../../../tools/build/python.ts";
import { runProgram, versionOf } from "../../../tools/support/process.ts";
import { root } from "../../../tools/tree.ts";
import { setDeadline } from "../../support/deadline.ts";
import { directoryTest, TEST_ALL, whySlow } from "../../support/test_all.ts";

setDeadline(300_000);

const client = fromFileUrl(new URL("clients/python", root));
const tests = fromFileUrl(new URL("tests/clients/python", root));
const [, minor = 0] = /^Python 3\.(\d+)/.exec(await versionOf("python3") ?? "") ?? [];
const withoutPython = Number(minor) >= 11 ? undefined : "there is no Python 3.11";
const withoutMypy = withoutPython ??
  (await versionOf("mypy") === undefined ? "mypy is not installed" : whySlow("it takes ten seconds"));

async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { code, stdout, stderr } = await runProgram(program, args, {
    cwd: tests,
    env: { PYTHONDONTWRITEBYTECODE: "1", ...env },
  });
  assertEquals(code, 0, `${stdout}${stderr}`);
  return stdout;
}

directoryTest("the Python client passes its own tests", withoutPython, async () => {
  const env = {
    PYTHONPATH: client,
    TONEARM_MAX_DEPTH: String(MAX_JSON_DEPTH),
    // Starting the bridge of the tree takes most of the time.
    ...TEST_ALL && { TONEARM_DENO: Deno.execPath() },
  };
  await run("python3", ["-W", "error", "-m", "unittest", "test_bridge"], env);
});

directoryTest(
  "the Python client, its tests and the types of all actions pass mypy --strict",
  withoutMypy,
  async (directory) => {
    const wheel = await buildWheel(directory);
    await run("python3", ["-m", "zipfile", "-e", `${directory}/${wheel}`, directory]);
    await Deno.writeTextFile(
      `${directory}/wrong.py`,
      `from tonearm import Bridge
from tonearm.types import QueueCountResult
bridge = Bridge(["x"], ".", player="x")
@bridge.action("player.queue.cuont")
def count(params: object) -> QueueCountResult:
    return {"count": "3"}
bridge.signal("trackBegan")
`,
    );
    const options = ["--strict", "--cache-dir", `${directory}/cache`];
    const paths = ["test_bridge.py", "fake_bridge.py", `${directory}/tonearm`, `${client}/build_backend.py`];
    await run("mypy", [...options, ...paths], { MYPYPATH: directory });
    const { stdout } = await runProgram("mypy", [...options, `${directory}/wrong.py`], {
      env: { MYPYPATH: directory },
    });
    for (const line of [4, 6, 7]) assertStringIncludes(stdout, `wrong.py:${line}: error`);
  },
);

directoryTest(
  "equal trees give equal wheels, which pip installs without a download",
  withoutPython ?? whySlow("pip takes seconds"),
  async (directory) => {
    const wheel = await buildWheel(`${directory}/one`);
    assertEquals(await buildWheel(`${directory}/two`), wheel);
    const [one, two] = await Promise.all(
      ["one", "two"].map((each) => Deno.readFile(`${directory}/${each}/${wheel}`)),
    );
    assertEquals(one, two);
    // The tree itself, not the wheel: pip builds it.
    const pip = [
      "-m",
      "pip",
      "install",
      "--quiet",
      "--no-index",
      "--disable-pip-version-check",
      "--target",
      `${directory}/site`,
    ];
    await run("python3", [...pip, client]);
    const printed = await run("python3", [
      "-c",
      "import importlib.metadata, tonearm, tonearm.types; print(importlib.metadata.version('tonearm'), tonearm.Bridge.__name__)",
    ], { PYTHONPATH: `${directory}/site` });
    const { version } = JSON.parse(await Deno.readTextFile(new URL("deno.json", root)));
    assertEquals(printed, `${version} Bridge\n`);
  },
);
