import { shareLog } from "../../tools/torture/log_faults.ts";
import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";

setDeadline(120_000);

Deno.test("two bridges that write to one log file keep every line whole", () =>
  inDirectory((directory) => shareLog(2, 1500, directory)));
