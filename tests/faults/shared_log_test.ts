import { shareLog } from "../../lab/torture/log_faults.ts";
import { inDirectory } from "../handlers/log/support.ts";

Deno.test("two bridges that write into one log file lose, tear and mix no line", () =>
  inDirectory((directory) => shareLog(2, 1500, directory)));
