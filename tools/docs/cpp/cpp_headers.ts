/**
 * The generated part of the C++ library: shapes, native actions, signals and events from the OpenRPC documents. There
 * are no types of operations: a player forwards the calls of its pages.
 */

import type { JsonSchema } from "../json_schema.ts";
import type { Method, OpenRpcDocument } from "../open_rpc.ts";
import { comment, declarationText, definitions, flattened, NOTICE, prototypes } from "./cpp_code.ts";
import { aliasOf, type Declaration, pascal, structOf } from "./cpp_types.ts";

const ABSENT =
  "An empty std::optional member is left out of the message, or written as null where its comment says so.";

/** Reports the conflict with Qt's macro, which would otherwise cause unrelated errors. */
const QT_GUARD = `
#ifdef signals
#error "Qt defines \`signals\` as a macro, which hides tonearm::signals. Define QT_NO_KEYWORDS and write Q_SIGNALS."
#endif
`;

/** Generates the headers and sources. Returns their texts by their paths from the root. */
export function cppFiles(bridge: OpenRpcDocument, player: OpenRpcDocument): ReadonlyMap<string, string> {
  const shapes = shapeGroup(bridge, player);
  const actions = methodGroup(
    "actions",
    player.methods.filter(({ name }) => name.startsWith("player.")),
    "player.",
  );
  const isSignal = ({ name }: Method) => name.startsWith("signal.");
  const signals = methodGroup("signals", bridge.methods.filter(isSignal), "signal.");
  const events = eventGroup(bridge);
  const groups = [shapes, actions, signals, events];
  return new Map(groups.flatMap((group) => [
    [`clients/cpp/include/tonearm/${group.name}.hpp`, headerText(group)],
    [`clients/cpp/src/${group.name}.cpp`, sourceText(group)],
  ]));
}

/** The contents of one header. */
interface Group {
  readonly name: string;
  readonly description: string;
  /** C++ text of the types. */
  readonly text: string;
  readonly declarations: readonly Declaration[];
}

function headerText({ name, description, text, declarations }: Group): string {
  const includes = name === "shapes"
    ? "#include <cstdint>\n#include <optional>\n#include <string>\n#include <variant>\n#include <vector>\n\n" +
      '#include "tonearm/json.hpp"\n'
    : '#include "tonearm/shapes.hpp"\n';
  return `${NOTICE}${comment(`${description} ${ABSENT}`, "")}#pragma once\n\n${includes}${
    name === "signals" ? QT_GUARD : ""
  }\nnamespace tonearm {\n\n${text}\n` +
    declarations.flatMap((each) => [...flattened(each)]).map(prototypes).join("") +
    "\n}  // namespace tonearm\n";
}

function sourceText({ name, declarations }: Group): string {
  return `${NOTICE}#include "tonearm/${name}.hpp"\n\n#include "codec.hpp"\n\nnamespace tonearm {\n\n` +
    declarations.flatMap((each) => [...flattened(each)]).map(definitions).join("\n") +
    "\n}  // namespace tonearm\n";
}

function shapeGroup(bridge: OpenRpcDocument, player: OpenRpcDocument): Group {
  const schemas = new Map<string, JsonSchema>();
  for (const document of [player, bridge]) {
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (!schemas.has(name)) schemas.set(name, schema);
    }
  }
  const isStruct = (schema: JsonSchema) =>
    (schema.anyOf ?? schema.oneOf ?? [schema]).every(({ type }) => type === "object");
  const structs = [...schemas].filter(([, schema]) => isStruct(schema));
  const aliases = [...schemas].filter(([, schema]) => !isStruct(schema));
  const declarations = sortedByNeed(structs.map(([name, schema]) => structOf(schema, name)));
  const text = structs.map(([name]) => `struct ${name};\n`).join("") + "\n" +
    aliases.map(([name, schema]) => `${comment(schema.description, "")}using ${name} = ${aliasOf(schema)};\n`)
      .join("") +
    "\n" +
    declarations.map((each) => declarationText(each)).join("\n");
  return { name: "shapes", description: "The shapes that messages share.", text, declarations };
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

const groupDescriptions = {
  actions: "The native actions, which the bridge requests from the player. Rules: docs/native-actions.md.",
  signals: "The signals, which the player sends to the bridge. Rules: docs/native-actions.md.",
};

function methodGroup(
  name: keyof typeof groupDescriptions,
  methods: readonly Method[],
  prefix: string,
): Group {
  const declarations: Declaration[] = [];
  const types = new Map<string, string>();
  for (const { name: method, summary, params, result } of methods) {
    const struct = pascal(method.slice(prefix.length));
    const scope = `${name}::${struct}`;
    const properties = Object.fromEntries(
      params.map((each) => [each.name, { ...each.schema, description: each.description }]),
    );
    const required = params.filter((each) => each.required).map((each) => each.name);
    const inner = [structOf({ type: "object", properties, required }, "Params", scope)];
    const isObject = result &&
      (result.schema.anyOf ?? [result.schema]).every(({ type }) => type === "object");
    if (result && isObject) inner.push(structOf(result.schema, "Result", scope));
    declarations.push(...inner);
    const text =
      `${comment(summary, "")}struct ${struct} {\n    static constexpr const char *name = ${
        JSON.stringify(method)
      };\n` +
      inner.map((each) => declarationText(each, "    ")).join("") +
      (result && !isObject ? "    using Result = Json;\n" : "") + "};\n";
    types.set(struct, text);
  }
  return { name, description: groupDescriptions[name], text: inNamespace(name, types), declarations };
}

function eventGroup(bridge: OpenRpcDocument): Group {
  const declarations: Declaration[] = [];
  const types = new Map<string, string>();
  for (const [event, { summary, payload }] of Object.entries(bridge["x-events"] ?? {})) {
    const struct = pascal(event);
    const data = structOf(payload, "Data", `events::${struct}`);
    declarations.push(data);
    const text = `${comment(summary, "")}struct ${struct} {\n    static constexpr const char *name = ${
      JSON.stringify(event)
    };\n${declarationText(data, "    ")}};\n`;
    types.set(struct, text);
  }
  return {
    name: "events",
    description: "The events that panels receive.",
    text: inNamespace("events", types),
    declarations,
  };
}

/** Writes the types of a group in their namespace, with a list of them. */
function inNamespace(name: string, types: ReadonlyMap<string, string>): string {
  const list = `// All types above, for templates that expand the list.\nusing All = TypeList<${
    [...types.keys()].join(", ")
  }>;\n`;
  return `namespace ${name} {\n\n${[...types.values(), list].join("\n")}\n}  // namespace ${name}\n`;
}
