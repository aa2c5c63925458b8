import { shareLog } from "../../lab/torture/log_faults.ts";
import { inDirectory } from "../handlers/log/support.ts";

Deno.test("two bridges that write to one log file keep every line whole", () =>
  inDirectory((directory) => shareLog(2, 1500, directory)));
