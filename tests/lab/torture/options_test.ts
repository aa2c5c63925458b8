import { assertEquals, assertStringIncludes } from "@std/assert";
import { readCommand, usage } from "../../../lab/torture/options.ts";
import { scenarios } from "../../../lab/torture/scenarios.ts";

const torture = new URL("../../../lab/torture/main.ts", import.meta.url).href;

function read(...args: string[]): unknown {
  const command = readCommand(args, scenarios, 42);
  return command.kind === "run"
    ? { ...command, chosen: command.chosen.map(({ name }) => name) }
    : command.kind === "wrong"
    ? command.reason
    : command.kind;
}

const all = scenarios.map(({ name }) => name);

Deno.test("torture runs everything for a minute when nothing is asked for", () => {
  assertEquals(read(), { kind: "run", seconds: 60, seed: 42, chosen: all });
});

Deno.test("torture takes time, seed and names", () => {
  assertEquals(read("--seconds=5", "--seed", "7", "--only=soak,fuzz"), {
    kind: "run",
    seconds: 5,
    seed: 7,
    chosen: ["fuzz", "soak"],
  });
  assertEquals(read("--help"), "help");
  assertEquals(read("-h", "--seconds=x"), "help");
});

Deno.test("torture refuses what it does not know", () => {
  assertEquals(read("--second=5"), 'unexpected argument "--second=5"');
  assertEquals(read("fuzz"), 'unexpected argument "fuzz"');
  assertEquals(read("--seconds=0"), "--seconds must be a whole number from 1 on");
  assertEquals(read("--seconds=1.5"), "--seconds must be a whole number from 1 on");
  assertEquals(read("--seed=-1"), "--seed must be a whole number from 0 to 2147483647");
  assertEquals(read("--only=fuzz,nope"), `--only knows ${all.join(", ")}, and not "nope"`);
});

Deno.test("the help of torture names every scenario", () => {
  for (const { name, description } of scenarios) {
    assertStringIncludes(usage(scenarios), name);
    assertStringIncludes(usage(scenarios), description);
  }
});

Deno.test("torture prints its seed and what was done, and ends with 0; a bad command line ends with 2", async () => {
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--no-check", torture, ...args],
      env: { NO_COLOR: "1" },
    }).output();
    return { code, stdout: new TextDecoder().decode(stdout), stderr: new TextDecoder().decode(stderr) };
  };
  const done = await run("--seconds=1", "--seed=3", "--only=fuzz");
  assertEquals(done.code, 0, done.stdout + done.stderr);
  assertStringIncludes(done.stdout, "seed 3\nfuzz (");
  assertStringIncludes(done.stdout, " frames sent, ");
  const wrong = await run("--nope");
  assertEquals([wrong.code, wrong.stdout], [2, ""]);
  assertStringIncludes(wrong.stderr, 'torture: unexpected argument "--nope"');
});
