/**
 * Types of the functions used from the npm republication of Deno's standard library, which has none of its own.
 */

declare module "@std/assert" {
  export class AssertionError extends Error {}
  export function assert(condition: unknown, message?: string): asserts condition;
  export function assertEquals<T>(actual: T, expected: T, message?: string): void;
  export function assertNotEquals<T>(actual: T, expected: T, message?: string): void;
  export function assertStrictEquals<T>(actual: unknown, expected: T, message?: string): asserts actual is T;
  export function assertStringIncludes(actual: string, expected: string, message?: string): void;
  export function assertMatch(actual: string, expected: RegExp, message?: string): void;
  export function assertNotMatch(actual: string, expected: RegExp, message?: string): void;
  export function assertInstanceOf<T extends abstract new (...args: never[]) => unknown>(
    actual: unknown,
    expected: T,
    message?: string,
  ): asserts actual is InstanceType<T>;
  export function assertGreater<T>(actual: T, expected: T, message?: string): void;
  export function assertLess<T>(actual: T, expected: T, message?: string): void;
  export function assertLessOrEqual<T>(actual: T, expected: T, message?: string): void;
  export function assertThrows<E extends Error = Error>(
    fn: () => unknown,
    errorClass?: new (...args: never[]) => E,
    messageIncludes?: string,
    message?: string,
  ): E;
  export function assertRejects<E extends Error = Error>(
    fn: () => PromiseLike<unknown>,
    errorClass?: new (...args: never[]) => E,
    messageIncludes?: string,
    message?: string,
  ): Promise<E>;
  export function equal(a: unknown, b: unknown): boolean;
  export function fail(message?: string): never;
  export function unreachable(message?: string): never;
}

declare module "@std/async/pool" {
  export function pooledMap<T, R>(
    poolLimit: number,
    array: Iterable<T>,
    iteratorFn: (data: T) => Promise<R>,
  ): AsyncIterableIterator<R>;
}

declare module "@std/cli/parse-args" {
  export interface ParseOptions {
    string?: readonly string[];
    boolean?: readonly string[];
    collect?: readonly string[];
    default?: Record<string, unknown>;
    alias?: Record<string, string | readonly string[]>;
    stopEarly?: boolean;
    "--"?: boolean;
    unknown?: (argument: string, key?: string, value?: unknown) => unknown;
  }
  export type Args = Record<string, unknown> & { _: (string | number)[]; "--"?: string[] };
  export function parseArgs(args: readonly string[], options?: ParseOptions): Args;
}

declare module "@std/fmt/colors" {
  export function setColorEnabled(enabled: boolean): void;
  export function getColorEnabled(): boolean;
  export function bold(text: string): string;
  export function dim(text: string): string;
  export function red(text: string): string;
  export function green(text: string): string;
  export function yellow(text: string): string;
  export function blue(text: string): string;
  export function magenta(text: string): string;
  export function cyan(text: string): string;
  export function stripAnsiCode(text: string): string;
}

declare module "@std/internal/diff" {
  export function diff<Item>(
    before: readonly Item[],
    after: readonly Item[],
  ): { type: "common" | "removed" | "added"; value: Item }[];
}

declare module "@std/jsonc" {
  export type JsonValue =
    | { [key: string]: JsonValue | undefined }
    | JsonValue[]
    | string
    | number
    | boolean
    | null;
  export function parse(text: string): JsonValue;
}

declare module "@std/media-types" {
  export function contentType(extensionOrType: string): string | undefined;
}

declare module "@std/path" {
  export const SEPARATOR: string;
  export function basename(path: string, suffix?: string): string;
  export function dirname(path: string): string;
  export function extname(path: string): string;
  export function fromFileUrl(url: string | URL): string;
  export function isAbsolute(path: string): boolean;
  export function join(...parts: string[]): string;
  export function normalize(path: string): string;
  export function relative(from: string, to: string): string;
  export function resolve(...parts: string[]): string;
  export function toFileUrl(path: string): URL;
}

declare module "@std/text/closest-string" {
  export function closestString(givenWord: string, possibleWords: readonly string[]): string;
}

declare module "@std/text/levenshtein-distance" {
  export function levenshteinDistance(one: string, other: string): number;
}

declare module "@std/yaml" {
  export function parse(text: string): unknown;
}
