import { assert, assertEquals, assertGreater } from "@std/assert";
import { filesOf, root } from "../../tools/tree.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(120_000);

/** A regular expression in the code of the bridge. */
interface FoundRegex {
  readonly place: string;
  readonly pattern: string;
  readonly flags: string;
}

/** Finds the regular expressions of a file in its syntax tree. */
function regexesIn(path: string, source: string): { literals: FoundRegex[]; made: string[] } {
  const literals: FoundRegex[] = [];
  const made: string[] = [];
  const madeAt = (callee: Deno.lint.Expression, range: readonly [number, number]): void => {
    if (callee.type === "Identifier" && callee.name === "RegExp") made.push(`${path} at ${range[0]}`);
  };
  const plugin: Deno.lint.Plugin = {
    name: "regex",
    rules: {
      find: {
        create: () => ({
          Literal(node) {
            const [, pattern = "", flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(node.raw) ?? [];
            if (pattern !== "") literals.push({ place: `${path} at ${node.range[0]}`, pattern, flags });
          },
          NewExpression: ({ callee, range }) => madeAt(callee, range),
          CallExpression: ({ callee, range }) => madeAt(callee, range),
        }),
      },
    },
  };
  Deno.lint.runPlugin(plugin, path, source);
  return { literals, made };
}

async function bridgeRegexes(): Promise<{ literals: FoundRegex[]; made: string[] }> {
  const literals: FoundRegex[] = [];
  const made: string[] = [];
  for (const folder of ["limits/", "host_stdio/", "handlers/", "host_stdio/process/"]) {
    for await (const path of filesOf(".ts", folder)) {
      const found = regexesIn(path, await Deno.readTextFile(new URL(path, root)));
      literals.push(...found.literals);
      made.push(...found.made);
    }
  }
  return { literals, made };
}

/** Texts that may be slow for a pattern: parts of the pattern, repeated, with different ends. */
function pieces(pattern: string): string[] {
  const plain = pattern.replace(/\\[dwsbDWSB]|\\u[0-9a-f]{4}|[()[\]{}?*+^$|]|\\/gi, "");
  const characters = new Set([...plain, ..."a0 ./\\:-|%{}[]\t\r\n\u0000\u00e9"]);
  const words = plain.split(/[^a-z:/|%]+/i).filter((word) => word.length > 1);
  const pairs = ["a.", "a ", "a/", "a\\", "%2", "\r\r", "a:", "0-", "{0", "a|", ". ", "é "];
  return [...characters, ...words, ...pairs];
}

/** Ends at which a match fails late or succeeds. */
const ends = ["", "!", "\n", "\u0000", "a", ".log", "}"];

/** How often a slow search is repeated, because other work of the machine may have delayed it. */
const ATTEMPTS = 30;

/**
 * Returns the shortest time of several searches, in milliseconds.
 *
 * @param enough A time that needs no further attempt.
 */
function leastTime({ pattern, flags }: FoundRegex, text: string, attempts: number, enough = 0): number {
  let least = Infinity;
  for (let attempt = 0; attempt < attempts && least >= enough; attempt++) {
    const regex = new RegExp(pattern, flags);
    const began = performance.now();
    // Search at every position, as replace and split do.
    if (flags.includes("g")) text.replace(regex, "");
    else regex.test(text);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/** Lengths in UTF-16 code units. */
const SHORT = 4000;
const GROWTH = 16;
/** Linear time grows by 16 as well, quadratic by 256. */
const GENEROUS_RATIO = 100;
/** Shorter times are noise: a quadratic search takes seconds. */
const NOTHING_MS = 5;

/**
 * Returns a text for which the time of a pattern grows faster than the text; undefined if none is found.
 *
 * @param short The length of the shorter of two texts.
 * @param attempts How often a slow search is repeated.
 */
function blowUp(regex: FoundRegex, short = SHORT, attempts = ATTEMPTS): string | undefined {
  for (const piece of pieces(regex.pattern)) {
    for (const end of ends) {
      const textOf = (length: number) => piece.repeat(length / piece.length) + end;
      if (leastTime(regex, textOf(GROWTH * short), attempts, NOTHING_MS) < NOTHING_MS) continue;
      const before = leastTime(regex, textOf(short), attempts);
      const long = leastTime(regex, textOf(GROWTH * short), attempts, GENEROUS_RATIO * before);
      if (long > GENEROUS_RATIO * before) return `${piece}… ${end}: ${before} ms, then ${long} ms`;
    }
  }
  return undefined;
}

Deno.test("every regular expression of the bridge runs in linear time", async () => {
  const { literals } = await bridgeRegexes();
  assertGreater(literals.length, 20);
  for (const regex of literals) {
    assertEquals(blowUp(regex), undefined, `/${regex.pattern}/${regex.flags} in ${regex.place}`);
  }
});

Deno.test("no regular expression is made from input", async () => {
  // All are made from the bridge's own texts: one for documents and tests, the others from the keywords of queries.
  assertEquals((await bridgeRegexes()).made.map((place) => place.split(" ")[0]).toSorted(), [
    "handlers/core/error_texts.ts",
    ...Array(3).fill("handlers/extensions/shared/query.ts"),
  ]);
});

Deno.test("the search finds regular expressions that take more than linear time", () => {
  for (const pattern of ["\\s+$", "a.*b.*!", "[a-z]+:$", "%.*x"]) {
    assert(blowUp({ place: "", pattern, flags: "" }, 500, 3) !== undefined, pattern);
  }
  for (const pattern of ["%[0-9]*x", "^[a-z]+:$", "[ .]$"]) {
    assertEquals(blowUp({ place: "", pattern, flags: "" }), undefined, pattern);
  }
});

Deno.test("regular expressions are found by the syntax", () => {
  const source = "const a = /x/g; // /y/\nconst b = '/z/'; new RegExp('w'); RegExp('v');";
  const { literals, made } = regexesIn("a.ts", source);
  assertEquals(literals.map(({ pattern, flags }) => [pattern, flags]), [["x", "g"]]);
  assertEquals(made.length, 2);
});
