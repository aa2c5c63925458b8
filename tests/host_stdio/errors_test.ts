import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import { rpcErrorBeginning, rpcErrors } from "../../host_stdio/errors.ts";

Deno.test("rpcErrorBeginning returns the beginning of the message of each code", () => {
  for (const { code, message } of Object.values(rpcErrors)) assertEquals(rpcErrorBeginning(code), message);
  assertEquals(rpcErrorBeginning(1), "");
});
