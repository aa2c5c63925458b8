import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { testUnless, whyLong } from "../support/test_all.ts";
import { callBeside, cases, grow } from "./support/growth.ts";

setDeadline(600_000);

const why = whyLong("faults", "it needs much time and memory");

for (const each of cases) {
  const name = `time and memory of ${each.name} grow like the size, up to ${each.largest}`;
  testUnless(why, name, () => inDirectory((directory) => grow(each, directory)));
}

testUnless(why, "calls are answered while a result of 30 MB is written", () => inDirectory(callBeside));
