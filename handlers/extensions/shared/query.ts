/** Queries of the media library (extensions.md, "Queries"). */

import { type Track, track as trackSchema } from "../../../host_stdio/api/shapes.ts";
import { schemaOf } from "../../../host_stdio/schema_check.ts";
import { foldCase } from "../../../limits/unicode.ts";
import { wildcardTest } from "./wildcard.ts";

/** The maximum length of a query. */
export const MAX_QUERY_LENGTH = 2048;

/** The maximum depth of groups in parentheses. */
const MAX_NESTED_GROUPS = 32;

/** The error text for a query that is incomplete or beyond a limit. */
export const invalidQuery = "Invalid query";

/** Whether a query finds a track. */
export type Query = (track: Track) => boolean;

/** Parses a query; undefined when it is invalid. */
export function parseQuery(text: string): Query | undefined {
  if (text.length > MAX_QUERY_LENGTH) return undefined;
  try {
    return new Parser(text).parse();
  } catch (error) {
    if (error instanceof InvalidQuery) return undefined;
    throw error;
  }
}

class InvalidQuery extends Error {}

/** A member of a track. It keeps the folded text of the last track, which most tracks of an album share. */
export class TrackField {
  #value: unknown;
  #folded = "";

  constructor(readonly member: keyof Track, readonly part: (text: string) => string = (text) => text) {}

  /** The text with its case folded; "" when the track has none. */
  folded(track: Track): string {
    const value = track[this.member];
    if (value !== this.#value) {
      this.#value = value;
      this.#folded = foldCase(this.text(track));
    }
    return this.#folded;
  }

  /** The text as it is; "" when the track has none. */
  text(track: Track): string {
    return this.part(String(track[this.member] ?? ""));
  }

  /** The number, or the number at the beginning of a text; NaN without one. */
  number(track: Track): number {
    const value = track[this.member];
    return typeof value === "number" ? value : parseFloat(value ?? "");
  }

  /** Whether the value is known (native-actions.md, "Shapes"). */
  isPresent(track: Track): boolean {
    return Boolean(track[this.member]);
  }
}

/** The name of a file without its folders and its extension. */
function fileName(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Makes the fields of one query or pattern, by their names with the case folded. */
export function trackFields(): ReadonlyMap<string, TrackField> {
  const members = Object.keys(schemaOf(trackSchema).entries) as (keyof Track)[];
  const fields = new Map(members.map((member) => [foldCase(member), new TrackField(member)]));
  for (const [name, member] of [["length", "duration"], ["album artist", "albumArtist"]] as const) {
    fields.set(foldCase(name), new TrackField(member));
  }
  return fields.set(foldCase("filename"), new TrackField("path", fileName));
}

/** The fields in which a word is searched. */
const WORD_FIELDS = ["title", "artist", "album", "albumArtist", "genre", "filename"];

const OPERATORS = ["IS", "HAS", "GREATER", "LESS", "EQUAL", "PRESENT", "MISSING"] as const;

type Operator = (typeof OPERATORS)[number];

const BLANKS = /\s*/y;
const KEYWORD = new RegExp(String.raw`(?:AND|OR|NOT|${OPERATORS.join("|")})(?=[\s()"]|$)`, "y");
const OPERATOR = new RegExp(String.raw`\s*(${OPERATORS.join("|")})(?=[\s()"]|$)`, "y");
const QUOTED = /\s*"([^"]*)"/y;
const FIELD_IN_PERCENT = new RegExp(String.raw`%([^%]*)%(?=${OPERATOR.source})`, "y");
const WORD = /[^\s()]+/y;
const TEXT_END = /\s(?:AND|OR)\s|\)|$/g;
const NUMBER = /\s*(-?\d+(?:\.\d+)?)(?=[\s)]|$)/y;

/** A recursive descent parser. Every step takes time in proportion to the text that it consumes. */
class Parser {
  readonly #text: string;
  readonly #fields = trackFields();
  #at = 0;
  #groups = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Query {
    const query = this.#or();
    if (this.#at < this.#text.length) throw new InvalidQuery();
    return query;
  }

  #or(): Query {
    const parts = [this.#and()];
    while (this.#takeKeyword("OR")) parts.push(this.#and());
    return oneOrMore(parts, (track) => {
      for (const part of parts) if (part(track)) return true;
      return false;
    });
  }

  #and(): Query {
    const parts = [this.#not()];
    while (true) {
      if (!this.#takeKeyword("AND") && (this.#isAtEnd() || this.#nextKeyword() === "OR")) break;
      parts.push(this.#not());
    }
    return oneOrMore(parts, (track) => {
      for (const part of parts) if (!part(track)) return false;
      return true;
    });
  }

  #not(): Query {
    if (!this.#takeKeyword("NOT")) return this.#operand();
    const operand = this.#operand();
    return (track) => !operand(track);
  }

  #operand(): Query {
    if (this.#isAtEnd() || this.#nextKeyword() !== undefined) throw new InvalidQuery();
    if (this.#take("(")) return this.#group();
    const percent = this.#match(FIELD_IN_PERCENT)?.[1];
    const word = percent ?? (this.#text[this.#at] === '"' ? this.#quoted() : this.#expect(WORD)[0]);
    const operator = this.#match(OPERATOR)?.[1] as Operator | undefined;
    return operator === undefined ? this.#word(word) : this.#test(word, operator);
  }

  #group(): Query {
    if (++this.#groups > MAX_NESTED_GROUPS) throw new InvalidQuery();
    const query = this.#or();
    this.#groups--;
    if (!this.#take(")")) throw new InvalidQuery();
    return query;
  }

  #word(text: string): Query {
    const part = foldCase(text);
    const fields = WORD_FIELDS.map((name) => this.#field(name));
    return (track) => {
      for (const field of fields) if (field?.folded(track).includes(part)) return true;
      return false;
    };
  }

  #test(name: string, operator: Operator): Query {
    const field = this.#field(name);
    const test = this.#testOf(operator);
    if (!field) return () => operator === "MISSING";
    return (track) => test(field, track);
  }

  /** Reads the operand of an operator. */
  #testOf(operator: Operator): (field: TrackField, track: Track) => boolean {
    switch (operator) {
      case "PRESENT":
        return (field, track) => field.isPresent(track);
      case "MISSING":
        return (field, track) => !field.isPresent(track);
      case "IS": {
        const isLike = wildcardTest(foldCase(this.#operandText()));
        return (field, track) => isLike(field.folded(track));
      }
      case "HAS": {
        const part = foldCase(this.#operandText());
        return (field, track) => field.folded(track).includes(part);
      }
    }
    const number = Number(this.#expect(NUMBER)[1]);
    if (operator === "GREATER") return (field, track) => field.number(track) > number;
    if (operator === "LESS") return (field, track) => field.number(track) < number;
    return (field, track) => field.number(track) === number;
  }

  #field(name: string): TrackField | undefined {
    return this.#fields.get(foldCase(name));
  }

  /** Reads a text in quotes, or up to the end of the test. */
  #operandText(): string {
    const quoted = this.#match(QUOTED)?.[1];
    if (quoted !== undefined) return quoted;
    TEXT_END.lastIndex = this.#at;
    const end = TEXT_END.exec(this.#text)?.index ?? this.#text.length;
    const text = this.#text.slice(this.#at, end).trim();
    // A missing text, or an unclosed quote.
    if (text === "" || text.startsWith('"')) throw new InvalidQuery();
    this.#at = end;
    return text;
  }

  #quoted(): string {
    return this.#expect(QUOTED)[1] ?? "";
  }

  /** Whether the query or the group ends here. */
  #isAtEnd(): boolean {
    this.#match(BLANKS);
    return this.#at >= this.#text.length || this.#text[this.#at] === ")";
  }

  #nextKeyword(): string | undefined {
    this.#match(BLANKS);
    KEYWORD.lastIndex = this.#at;
    return KEYWORD.exec(this.#text)?.[0];
  }

  #takeKeyword(keyword: string): boolean {
    return this.#nextKeyword() === keyword && this.#take(keyword);
  }

  #take(text: string): boolean {
    const found = this.#text.startsWith(text, this.#at);
    if (found) this.#at += text.length;
    return found;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found;
  }

  #expect(pattern: RegExp): RegExpExecArray {
    const found = this.#match(pattern);
    if (!found) throw new InvalidQuery();
    return found;
  }
}

function oneOrMore(parts: readonly Query[], combined: Query): Query {
  return parts.length === 1 && parts[0] ? parts[0] : combined;
}
