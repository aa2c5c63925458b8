/** The C++ text of declarations, and of the functions that read and write their types. */

import { type Declaration, identifier, type Member } from "./cpp_types.ts";

/** The first line of each generated file. */
export const NOTICE = "// Generated from the definitions by `deno task docs`. Do not edit.\n";

const INDENT = "    ";

/** Maximum line width, except for lines that cannot be broken. */
const LINE_WIDTH = 118;

/** Returns the C++ type of a member, with `std::optional` if needed. */
function fullType({ type, optional, nullable }: Member): string {
  return optional || nullable ? `std::optional<${type}>` : type;
}

/** Writes text as comment lines. */
export function comment(text: string | undefined, indent: string): string {
  if (!text) return "";
  return filled(text.split(/\s+/), LINE_WIDTH - indent.length - 3).map((line) => `${indent}// ${line}\n`)
    .join("");
}

/** Fills lines with words. */
function filled(words: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

/** Writes items in braces, on one line if they fit. */
function braced(head: string, items: readonly string[], indent: string): string {
  const words = items.map((item, at) => at < items.length - 1 ? `${item},` : item);
  const line = `${indent}${head}{ ${words.join(" ")} };\n`;
  if (line.length <= LINE_WIDTH) return line;
  const within = indent + INDENT;
  const lines = filled(words, LINE_WIDTH - within.length).map((each) => `${within}${each}\n`);
  return `${indent}${head}{\n${lines.join("")}${indent}};\n`;
}

/** Writes the declaration of a struct or enum. */
export function declarationText(declaration: Declaration, indent = ""): string {
  const { name, values, members, inner, description } = declaration;
  if (values) {
    return comment(description, indent) + braced(`enum class ${name} `, values.map(enumerator), indent);
  }
  const within = indent + INDENT;
  const lines = members.map((member) => {
    const { description, nullable, optional } = member;
    const absent = nullable && !optional ? "null when empty." : "";
    // An uninitialized number has any value. Compilers warn about optional members without an initializer.
    const initial = optional || nullable || member.isScalar ? "{}" : "";
    return comment([description, absent].filter(Boolean).join(" "), within) +
      `${within}${fullType(member)} ${member.name}${initial};\n`;
  });
  if (members.length === 0) return `${comment(description, indent)}${indent}struct ${name} {};\n`;
  return `${comment(description, indent)}${indent}struct ${name} {\n` +
    inner.map((each) => declarationText(each, within)).join("") + lines.join("") + `${indent}};\n`;
}

/** Returns the enumerator's name for a string. */
function enumerator(text: string): string {
  return identifier(text.replaceAll(/[^A-Za-z0-9_]/g, "_"));
}

/** Lists a declaration and those inside it, inner ones first. */
export function* flattened(declaration: Declaration): Generator<Declaration> {
  for (const inner of declaration.inner) yield* flattened(inner);
  yield declaration;
}

/**
 * Writes the prototypes of the functions that read and write a type. They are template specializations: with overloads, the
 * compiler would try several hundred at every call, which took most of the build time.
 */
export function prototypes({ path }: Declaration): string {
  return `template <> bool read(const Json &json, ${path} &value, Misfit &misfit);\n` +
    `template <> Json write(const ${path} &value);\n`;
}

/** Writes the functions that read and write a type. */
export function definitions(declaration: Declaration): string {
  const { path, values } = declaration;
  if (values) return enumDefinitions(path, values);
  const { members } = declaration;
  const reads = members.map(({ wire, name, optional, nullable }) =>
    `${INDENT}if (!read_${optional ? "optional" : nullable ? "nullable" : "member"}(json, ${
      JSON.stringify(wire)
    }, value.${name}, misfit)) return false;\n`
  );
  const writes = members.map(({ wire, name, optional, nullable }) => {
    const key = JSON.stringify(wire);
    if (optional) return `${INDENT}if (value.${name}) json[${key}] = write(*value.${name});\n`;
    if (nullable) return `${INDENT}json[${key}] = value.${name} ? write(*value.${name}) : Json();\n`;
    return `${INDENT}json[${key}] = write(value.${name});\n`;
  });
  if (members.length === 0) {
    return `template <> bool read(const Json &json, ${path} &, Misfit &misfit) {\n` +
      `${INDENT}return is_object(json, misfit);\n}\n` +
      `template <> Json write(const ${path} &) { return Json::object(); }\n`;
  }
  return `template <> bool read(const Json &json, ${path} &value, Misfit &misfit) {\n` +
    `${INDENT}if (!is_object(json, misfit)) return false;\n${reads.join("")}${INDENT}return true;\n}\n` +
    `template <> Json write(const ${path} &value) {\n${INDENT}Json json = Json::object();\n${
      writes.join("")
    }${INDENT}return json;\n}\n`;
}

function enumDefinitions(path: string, values: readonly string[]): string {
  const table = `${path.replaceAll("::", "_")}_texts`;
  return braced(
    `static constexpr const char *${table}[] = `,
    values.map((value) => JSON.stringify(value)),
    "",
  ) +
    `template <> bool read(const Json &json, ${path} &value, Misfit &misfit) {\n` +
    `${INDENT}return read_enum(json, value, ${table}, misfit);\n}\n` +
    `template <> Json write(const ${path} &value) {\n${INDENT}return ${table}[static_cast<std::size_t>(value)];\n}\n`;
}
