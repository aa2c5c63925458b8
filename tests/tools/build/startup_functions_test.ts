import "../../support/deadline.ts";
import { assertEquals, assertRejects } from "@std/assert";
import { ToolFailed } from "../../../tools/build/run.ts";
import { movedMap } from "../../../tools/build/source_map.ts";
import { markStartupFunctions } from "../../../tools/build/startup_functions.ts";
import { inFolder } from "./support.ts";

const other = `// a.ts
const double = (value) => value * 2;
const never = (value) => value;
const both = { go: async (value) => [1, 2].map((each) => each * value), never: () => 1 };
export {
  double,
  both
};
`;

const main = `import {
  both,
  double
} from "./other.js";
import "./empty.js";

// b.ts
var one = early();
function early() {
  return 1;
}
async function start() {
  const curried = (first) => (second) => first + second;
  function inner() {
    return curried(double(one))(2);
  }
  globalThis.seen = [inner(), await both.go(3), new Box().count];
}
var Box = class {
  get count() {
    return this.#read();
  }
  #read() {
    return 7;
  }
};
function unused() {
}
await start();
if (JSON.stringify(seen) !== "[4,[3,6],7]") throw new Error(\`wrong: \${JSON.stringify(seen)}\`);
`;

/** Writes a bundle, and marks its functions twice: the marked one runs too. */
async function mark(folder: string, files: Record<string, string>): Promise<Record<string, string>> {
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${folder}/${name}`, text);
    await Deno.writeTextFile(`${folder}/${name}.map`, '{"mappings":""}');
  }
  await markStartupFunctions(folder, "main.js");
  const marked = Object.keys(files).map(async (name) => [name, await Deno.readTextFile(`${folder}/${name}`)]);
  return Object.fromEntries(await Promise.all(marked));
}

Deno.test("the functions that run at a start are put into parentheses, and the bundle works as before", () =>
  inFolder(async (folder) => {
    const marked = await mark(folder, {
      "main.js": main,
      "other.js": other,
      "empty.js": "",
      "lazy.js": other,
    });
    assertEquals(
      marked["other.js"],
      other.replace("(value) => value * 2", "((value) => value * 2)")
        .replace(
          "async (value) => [1, 2].map((each) => each * value)",
          "(async (value) => [1, 2].map(((each) => each * value)))",
        ),
    );
    assertEquals(marked["lazy.js"], other);
    const early = main.slice(main.indexOf("function early"), main.indexOf("\nasync function"));
    const start = main.slice(main.indexOf("async function start"), main.indexOf("\nvar Box"));
    const eager = start.replace(
      "(first) => (second) => first + second",
      "((first) => ((second) => first + second))",
    );
    assertEquals(
      marked["main.js"],
      main.replace(early, "").replace(start, "")
        .replace("// b.ts", `var early = (${early});\nvar start = (${eager});\n// b.ts`),
    );
    // What is marked runs too.
    await markStartupFunctions(folder, "main.js");
  }));

Deno.test("a bundle that does not run is reported", () =>
  inFolder(async (folder) => {
    const error = await assertRejects(
      () => mark(folder, { "main.js": "throw new Error('broken');\n" }),
      ToolFailed,
    );
    assertEquals(error.stderr.includes("broken"), true);
  }));

Deno.test("the map of a script follows its parts", () => {
  // Each line is that of the source; the second one also has a name, in column 3.
  const map = { version: 3, names: ["n"], mappings: "AAAA;AACA,GAAGA;AACH" };
  const text = "aaaa\nbbbbb\ncc\n";
  const moved = movedMap(JSON.stringify(map), text, ["x = ", [5, 11], "new\n", [0, 5], [11, 14]]);
  assertEquals(JSON.parse(moved), { ...map, mappings: "IACA,GAAGA;;AADH;AAEA;" });
});
