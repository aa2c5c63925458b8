import { inDirectory } from "../handlers/log/support.ts";
import { setDeadline } from "../support/deadline.ts";
import { shareLog } from "./support/log_faults.ts";

setDeadline(120_000);

Deno.test("two bridges that write to one log file keep every line whole", () =>
  inDirectory((directory) => shareLog(2, 1500, directory)));
