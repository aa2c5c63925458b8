import "../../support/deadline.ts";
import { assertEquals, assertThrows } from "@std/assert";
import {
  type Arguments,
  choiceOption,
  integerOption,
  readOptions,
  switchOption,
  textOption,
  textsOption,
  UsageError,
} from "../../../tools/support/options.ts";

const options = {
  out: textOption(),
  program: textOption("mpv"),
  port: integerOption({ min: 1, max: 65535 }),
  rounds: integerOption({ min: 1 }, 31),
  player: choiceOption(["reference", "mpv"], "reference"),
  option: textsOption(),
  write: switchOption(),
};
const defaults = {
  out: undefined,
  program: "mpv",
  port: undefined,
  rounds: 31,
  player: "reference",
  option: [],
  write: false,
  operands: [],
  rest: [],
} as const;

for (
  const [args, expected, taken] of [
    [[], {}],
    [["--"], {}],
    [["--", "--write"], { write: true }],
    [["--out", "a b", "--port=65535"], { out: "a b", port: 65535 }],
    [["--port=1", "--rounds=999999999999999"], { port: 1, rounds: 999999999999999 }],
    [["--player=mpv", "--write"], { player: "mpv", write: true }],
    [["--option=--a", "--option", "b"], { option: ["--a", "b"] }],
    [["1", "--write", "x"], { operands: ["1", "x"], write: true }, { operands: true }],
    [["--write", "--", "deno", "--out=x"], { write: true, rest: ["deno", "--out=x"] }, { rest: true }],
  ] as [string[], object, Arguments?][]
) {
  Deno.test(`the command line ${JSON.stringify(args)} is read`, () => {
    assertEquals(readOptions(args, options, taken), { ...defaults, ...expected });
  });
}

for (
  const [args, message] of [
    [["--nope=1"], 'unknown flag "--nope=1"'],
    [["-x"], 'unknown flag "-x"'],
    [["--prot=1"], 'unknown flag "--prot=1"; did you mean "--port"?'],
    [["--hlep"], 'unknown flag "--hlep"; did you mean "--help"?'],
    [["x"], 'unexpected argument "x"'],
    [["--_=x", "x"], 'unknown flag "--_=x"'],
    [["-_"], 'unknown flag "-_"'],
    [["--__proto__=x"], 'unknown flag "--__proto__=x"'],
    [["--out"], "--out needs a value"],
    [["--option"], "--option needs a value"],
    [["--option=a", "--option="], "--option needs a value"],
    [["--write=no"], "--write takes no value"],
    [["--out=a", "--out=b"], "--out is given 2 times"],
    [["--port=0"], '--port is "0"; it must be an integer from 1 to 65535'],
    [["--port=65536"], '--port is "65536"; it must be an integer from 1 to 65535'],
    [["--port=1e3"], '--port is "1e3"; it must be an integer from 1 to 65535'],
    [["--rounds=0"], '--rounds is "0"; it must be an integer of at least 1'],
    [["--rounds=1234567890123456"], '--rounds is "1234567890123456"; it must be an integer of at least 1'],
    [["--player=vlc"], '--player is "vlc"; it must be reference or mpv'],
  ] as [string[], string][]
) {
  Deno.test(`the command line ${JSON.stringify(args)} is refused`, () => {
    assertThrows(() => readOptions(args, options), UsageError, message);
  });
}

Deno.test("--help and -h work on invalid command lines", () => {
  for (const help of ["--help", "-h"]) {
    assertEquals(readOptions(["--nope", "x", "--port=0", help], options), undefined);
  }
});
