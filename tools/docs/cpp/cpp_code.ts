/** The C++ text of declarations. */

import { type Declaration, identifier, type Member } from "./cpp_types.ts";

/** The first line of each generated file. */
export const NOTICE = "// Made by the build of the C++ library. Do not edit.\n";

const INDENT = "    ";

/** Maximum line width, except for lines that cannot be broken. */
const LINE_WIDTH = 118;

/** Returns the C++ type of a member, with what says that it may be empty. */
function fullType({ type, optional, nullable }: Member): string {
  const value = nullable ? `Nullable<${type}>` : type;
  return optional ? `std::optional<${value}>` : value;
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

/** Writes a list between two texts, on one line if it fits. */
function listed(head: string, items: readonly string[], tail: string, indent: string): string {
  const words = items.map((item, at) => at < items.length - 1 ? `${item},` : item);
  const line = `${indent}${head}${words.join(" ")}${tail}\n`;
  if (line.length <= LINE_WIDTH) return line;
  const within = indent + INDENT;
  const lines = filled(words, LINE_WIDTH - within.length).map((each) => `${within}${each}\n`);
  return `${indent}${head.trimEnd()}\n${lines.join("")}${indent}${tail.trimStart()}\n`;
}

/** Writes the declaration of a struct or enum. */
export function declarationText(declaration: Declaration, indent = ""): string {
  const { name, values, members, inner, description } = declaration;
  if (values) {
    return comment(description, indent) +
      listed(`enum class ${name} { `, values.map(enumerator), " };", indent) +
      listed(`TONEARM_TEXTS(${name}, `, values.map((value) => JSON.stringify(value)), ")", indent);
  }
  if (members.length === 0) return `${comment(description, indent)}${indent}struct ${name} {};\n`;
  const within = indent + INDENT;
  const lines = members.map((member) => {
    const { description, nullable, optional } = member;
    // An uninitialized number has any value. Compilers warn about optional members without an initializer.
    const initial = optional || nullable || member.isScalar ? "{}" : "";
    return comment(description, within) + `${within}${fullType(member)} ${member.name}${initial};\n`;
  });
  return `${comment(description, indent)}${indent}struct ${name} {\n` +
    inner.map((each) => declarationText(each, within)).join("") + lines.join("") +
    listed("TONEARM_MEMBERS(", members.map(({ name }) => name), ")", within) + `${indent}};\n`;
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
