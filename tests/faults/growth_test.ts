import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { whyLong } from "../support/test_all.ts";
import { callBeside, cases, grow } from "./support/growth.ts";

setDeadline(600_000);

const why = whyLong("faults", "it needs much time and memory");
const suffix = why === undefined ? "" : ` [left out: ${why}]`;

for (const each of cases) {
  Deno.test({
    name: `time and memory of ${each.name} grow like the size, up to ${each.largest}${suffix}`,
    ignore: why !== undefined,
    fn: () => inDirectory((directory) => grow(each, directory)),
  });
}

Deno.test({
  name: `calls are answered while a result of 30 MB is written${suffix}`,
  ignore: why !== undefined,
  fn: () => inDirectory(callBeside),
});
