import "../support/deadline.ts";
import { assertEquals } from "@std/assert";
import plugin from "../../tools/check_tests.ts";

/** Returns the messages of the lint rules for a source text at a path. */
function messagesOf(filename: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, filename, source).map(({ message }) => message);
}

const SLEEP =
  "a test does not sleep: wait for an event, or await waitFor(what, condition), from support/deadline.ts";

Deno.test("a test file that does not import the deadline is told how", () => {
  const source = 'Deno.test("one", () => {});';
  const told = (path: string) =>
    `this test has no deadline: add import "${path}support/deadline.ts"; at the top of the file`;
  assertEquals(messagesOf("tests/x_test.ts", source), [told("./")]);
  assertEquals(messagesOf("tests/tools/x_test.ts", source), [told("../")]);
  assertEquals(messagesOf("tests/tools/play/x_test.ts", source), [told("../../")]);
  assertEquals(messagesOf("tests/x_test.ts", `import "./support/deadline.ts";\n${source}`), []);
  assertEquals(
    messagesOf("tests/x_test.ts", `import { waitFor } from "./support/deadline.ts";\n${source}`),
    [],
  );
  assertEquals(messagesOf("tests/x_test.ts", "Deno.test.ignore(one);").length, 1);
});

Deno.test("a test that waits for a promise says what it waits for", () => {
  const message =
    'say what the test waits for: await waitFor("the answer", promise), from support/deadline.ts';
  assertEquals(messagesOf("tests/x_test.ts", "await asked.promise;"), [message]);
  assertEquals(messagesOf("tests/x.ts", "await this.#asked.promise;"), [message]);
  assertEquals(messagesOf("tests/x_test.ts", 'await waitFor("the call", asked.promise);'), []);
});

Deno.test("a test that sleeps is refused; a turn of the event loop is none", () => {
  assertEquals(messagesOf("tests/x_test.ts", "await new Promise((resolve) => setTimeout(resolve, 5));"), [
    SLEEP,
  ]);
  assertEquals(messagesOf("tests/x_test.ts", "await new Promise((done) => setTimeout(done, LOOK_MS));"), [
    SLEEP,
  ]);
  assertEquals(messagesOf("tests/x_test.ts", "await new Promise((resolve) => setTimeout(resolve, 0));"), []);
  assertEquals(messagesOf("tests/x_test.ts", "const timer = setTimeout(() => child.kill(), 5000);"), []);
});

Deno.test("the rules of tests are for tests only", () => {
  const source =
    'Deno.test("one", () => {}); await asked.promise; await new Promise((r) => setTimeout(r, 5));';
  assertEquals(messagesOf("tools/x.ts", source), []);
  assertEquals(messagesOf("tests/support/deadline.ts", source), []);
});
