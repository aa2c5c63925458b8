/**
 * Lint rules for tests: each test has a deadline, waits are named, and no test sleeps. `deno lint` loads them (see
 * deno.json).
 */

const tests = new URL("../tests/", import.meta.url).pathname;
const DEADLINE = "support/deadline.ts";

const plugin: Deno.lint.Plugin = {
  name: "tests",
  rules: {
    deadline: {
      create(context) {
        if (!isTest(context.filename)) return {};
        let imported = false;
        return {
          ImportDeclaration({ source }) {
            imported ||= /(?:^|\/)deadline\.ts$/.test(source.value);
          },
          'MemberExpression[object.name="Deno"][property.name="test"]'(node: Deno.lint.MemberExpression) {
            if (imported) return;
            const message = `this test has no deadline: add import "${pathOfDeadline(context.filename)}"; ` +
              "at the top of the file";
            context.report({ node, message });
          },
        };
      },
    },
    "named-wait": {
      create(context) {
        if (!isTest(context.filename)) return {};
        return {
          'AwaitExpression > MemberExpression[property.name="promise"]'(node: Deno.lint.MemberExpression) {
            const message = 'say what the test waits for: await waitFor("the answer", promise), from ' +
              DEADLINE;
            context.report({ node, message });
          },
        };
      },
    },
    "no-sleep": {
      create(context) {
        if (!isTest(context.filename)) return {};
        return {
          CallExpression(node) {
            const [then, milliseconds] = node.arguments;
            if (node.callee.type !== "Identifier" || node.callee.name !== "setTimeout") return;
            // A timer of 0 ms lets other work go first, and is no sleep.
            if (milliseconds?.type === "Literal" && milliseconds.value === 0) return;
            const { parent } = node;
            if (then?.type !== "Identifier" || parent.type !== "ArrowFunctionExpression") return;
            const [resolve] = parent.params;
            if (resolve?.type !== "Identifier" || resolve.name !== then.name) return;
            const message =
              `a test does not sleep: wait for an event, or await waitFor(what, condition), from ${DEADLINE}`;
            context.report({ node, message });
          },
        };
      },
    },
  },
};

export default plugin;

function isTest(filename: string): boolean {
  const path = filename.replaceAll("\\", "/");
  return (path.startsWith(tests) || path.startsWith("tests/")) && !path.endsWith(DEADLINE);
}

function pathOfDeadline(filename: string): string {
  const path = filename.replaceAll("\\", "/").replace(tests, "").replace(/^tests\//, "");
  const depth = path.split("/").length - 1;
  return `${depth === 0 ? "./" : "../".repeat(depth)}${DEADLINE}`;
}
