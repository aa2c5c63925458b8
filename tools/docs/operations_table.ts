/** docs/operations.md: every operation and event in a table, made from the OpenRPC document. */

import type { JsonSchema } from "./json_schema.ts";
import { code, page, table } from "./markdown.ts";
import type { ContentDescriptor, Method, OpenRpcDocument } from "./open_rpc.ts";
import { typeText, withoutNull } from "./type_text.ts";

const generated = "<!-- Written by `deno task docs` from the definitions in handlers/. Do not edit. -->";

/** What holds for all operations, as paragraphs of Markdown. */
export const rulesForAll = [
  "`fb2k.queue.add({ tracks: [0] })` calls the operation `queue.add`. It returns a result or rejects with an error of " +
  'the protocol ([protocol.md](protocol.md), "Error codes"). For all operations:',
  [
    "- `params` is an object. It may be left out when no parameter is required. Unknown keys are ignored. " +
    "A parameter that is null counts as left out.",
    "- A failure is a result `{success: false, error}`; `error` is a message for people. An operation without " +
    "`success` in its result rejects the call with -32001 or -32002 when the player fails.",
    "- `error` can name a wrong type (`tracks[2] must be an integer`), a negative count (`limit must be " +
    "non-negative`) or a failure of the player (`Player action failed: …`, `Not supported by this player: …`, " +
    "`Player did not answer`). The other texts of an operation are its `x-failures` in " +
    "[openrpc.json](openrpc.json).",
    "- `integer` is a whole number up to 2^53 − 1. The length of text is in UTF-16 code units.",
    "- A track handle is a path, followed by `|subsong:N` when the subsong is above 0.",
  ].join("\n"),
];

/** Writes the page. */
export function operationsTable({ methods, components, "x-events": events = {} }: OpenRpcDocument): string {
  const operations = methods.filter(({ name }) => !/^(?:bridge|signal)\./.test(name));
  const shapes = Object.entries(components.schemas);
  return page([
    generated,
    "# Operations",
    ...rulesForAll,
    "`name?` is an optional parameter, `= value` its default. A result is the one of a success. The site has a page " +
    "for each namespace, with descriptions of parameters and results, error texts and examples that run in the page.",
    table(
      ["operation", "parameters", "result", "description"],
      operations.map(({ name, params, result, summary }) => [
        code(name),
        params.map((each) => code(parameterText(each))).join(", "),
        code(resultText(result)),
        summary,
      ]),
    ),
    "## Events",
    table(
      ["event", "payload", "when"],
      Object.entries(events).map((
        [name, { summary, payload }],
      ) => [code(name), code(lineOf(payload)), summary]),
    ),
    "## Shapes",
    table(["shape", "type"], shapes.map(([name, schema]) => [code(name), code(lineOf(schema))])),
  ]);
}

function parameterText({ name, required, schema }: ContentDescriptor): string {
  const usual = schema.default === undefined ? "" : ` = ${JSON.stringify(schema.default)}`;
  return `${name}${required ? "" : "?"}: ${lineOf(withoutNull(schema))}${usual}`;
}

/** Writes the type of a result without that of a failure. */
function resultText(result: Method["result"]): string {
  const { anyOf, ...rest } = result?.schema ?? {};
  if (!anyOf) return lineOf(rest);
  const successes = anyOf.filter(({ properties }) => properties?.["success"]?.const !== false);
  return lineOf({ ...rest, anyOf: successes.length > 0 ? successes : anyOf });
}

function lineOf(schema: JsonSchema): string {
  return typeText(withoutDescriptions(schema)).replaceAll(/;\s*\}/g, " }").replaceAll(/\s+/g, " ");
}

/** Removes descriptions, which {@linkcode typeText} writes as comments to the end of the line. */
function withoutDescriptions(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema),
    (_key, value) => {
      if (typeof value?.description !== "string") return value;
      const { description: _left, ...rest } = value;
      return rest;
    },
  );
}
