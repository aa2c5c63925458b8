/**
 * The headers of the C++ library that its build makes: native actions, signals and their shapes from the OpenRPC documents.
 * There are no types of operations and events: a player forwards the calls of its pages and what the bridge sends them.
 */

import type { JsonSchema } from "../json_schema.ts";
import type { Method, OpenRpcDocument } from "../open_rpc.ts";
import { SHAPES } from "../shape_name.ts";
import { comment, declarationText, flattened, NOTICE } from "./cpp_code.ts";
import { aliasOf, type Declaration, pascal, structOf } from "./cpp_types.ts";

const EMPTY =
  "An empty std::optional member is left out of the message, an empty Nullable one is written as null.";

/** Generates the headers. Returns their texts by their names. */
export function cppHeaders(bridge: OpenRpcDocument, player: OpenRpcDocument): ReadonlyMap<string, string> {
  const actions = player.methods.filter(({ name }) => name.startsWith("player."));
  const signals = bridge.methods.filter(({ name }) => name.startsWith("signal."));
  const schemas = { ...bridge.components.schemas, ...player.components.schemas };
  return new Map([
    ["shapes.hpp", shapesHeader(schemas, shapesIn([...actions, ...signals], schemas))],
    [
      "actions.hpp",
      methodsHeader(
        "The native actions, which the bridge requests from the player. Rules: docs/native-actions.md.",
        "actions",
        actions,
      ),
    ],
    [
      "signals.hpp",
      methodsHeader(
        "The signals, which the player sends to the bridge. Rules: docs/native-actions.md. The namespace is not named " +
          "`signals`, which Qt defines as a macro.",
        "player_signals",
        signals,
      ),
    ],
  ]);
}

/** Returns the names of the shapes that a value refers to, directly or through another shape. */
function shapesIn(
  value: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
  found = new Set<string>(),
): ReadonlySet<string> {
  for (const [, name = ""] of JSON.stringify(value).matchAll(new RegExp(`"${SHAPES}([^"]+)"`, "g"))) {
    if (found.has(name)) continue;
    found.add(name);
    shapesIn(schemas[name], schemas, found);
  }
  return found;
}

function header(description: string, include: string, text: string): string {
  return `${NOTICE}${
    comment(`${description} ${EMPTY}`, "")
  }#pragma once\n\n#include "tonearm/${include}.hpp"\n\n` +
    `namespace tonearm {\n\n${text}\n}  // namespace tonearm\n`;
}

function shapesHeader(schemas: Readonly<Record<string, JsonSchema>>, used: ReadonlySet<string>): string {
  const shapes = Object.entries(schemas).filter(([name]) => used.has(name));
  const isStruct = (schema: JsonSchema) =>
    (schema.anyOf ?? schema.oneOf ?? [schema]).every(({ type }) => type === "object");
  const structs = shapes.filter(([, schema]) => isStruct(schema));
  const aliases = shapes.filter(([, schema]) => !isStruct(schema));
  const text = structs.map(([name]) => `struct ${name};\n`).join("") + "\n" +
    aliases.map(([name, schema]) => `${comment(schema.description, "")}using ${name} = ${aliasOf(schema)};\n`)
      .join("") +
    "\n" +
    sortedByNeed(structs.map(([name, schema]) => structOf(schema, name))).map((each) => declarationText(each))
      .join("\n");
  return header("The shapes that messages share.", "codec", text);
}

/** Sorts structs so that those held by value come first. */
function sortedByNeed(declarations: readonly Declaration[]): Declaration[] {
  const left = new Map(declarations.map((each) => [each.name, each]));
  const sorted: Declaration[] = [];
  const add = (declaration: Declaration): void => {
    if (!left.delete(declaration.name)) return;
    for (const { members } of flattened(declaration)) {
      for (const { type } of members) {
        const needed = left.get(type);
        if (needed) add(needed);
      }
    }
    sorted.push(declaration);
  };
  for (const each of declarations) add(each);
  return sorted;
}

function methodsHeader(description: string, namespace: string, methods: readonly Method[]): string {
  const structs = methods.map(methodText);
  const list = `// All types above, for templates that expand the list.\nusing All = TypeList<${
    methods.map(({ name }) => structName(name)).join(", ")
  }>;\n`;
  return header(
    description,
    "shapes",
    `namespace ${namespace} {\n\n${[...structs, list].join("\n")}\n}  // namespace ${namespace}\n`,
  );
}

/** Returns the name without its prefix, as in `QueueGet` for `player.queue.get`. */
function structName(method: string): string {
  return pascal(method.slice(method.indexOf(".") + 1));
}

function methodText({ name, summary, params, result }: Method): string {
  const properties = Object.fromEntries(
    params.map((each) => [each.name, { ...each.schema, description: each.description }]),
  );
  const required = params.filter((each) => each.required).map((each) => each.name);
  const inner = [structOf({ type: "object", properties, required }, "Params", structName(name))];
  const isObject = result &&
    (result.schema.anyOf ?? [result.schema]).every(({ type }) => type === "object");
  if (result && isObject) inner.push(structOf(result.schema, "Result", structName(name)));
  return `${comment(summary, "")}struct ${structName(name)} {\n    static constexpr const char *name = ${
    JSON.stringify(name)
  };\n${inner.map((each) => declarationText(each, "    ")).join("")}${
    result && !isObject ? "    using Result = Json;\n" : ""
  }};\n`;
}
