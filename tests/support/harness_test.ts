import { assertEquals } from "@std/assert";
import { Harness } from "./harness.ts";

Deno.test("test.echo answers the message and the whole input", async () => {
  const harness = new Harness();
  assertEquals(await harness.call("test.echo", { message: 1 }), {
    success: true,
    echo: 1,
    input: { message: 1 },
  });
  await harness.close();
});
