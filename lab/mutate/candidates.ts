/**
 * Which fixtures are worth replaying for a mutation, and in which order.
 *
 * @module
 */

import { namespaceNames } from "../../handlers/mod.ts";
import type { Mutation } from "./mutation.ts";

/** What is known about the fixtures of a run before anything is broken. */
export interface Reach {
  /** Mutations whose code runs when the bridge is loaded. */
  readonly atLoad: ReadonlySet<number>;
  /** For each fixture, the mutations whose code it runs. */
  readonly byFixture: readonly ReadonlySet<number>[];
}

/** Namespaces without dots and lines, as the names of files and folders have them. */
const ownNames: ReadonlySet<string> = new Set(namespaceNames.map((name) => name.toLowerCase()));

/** The folders of the fixtures that ask for what there is, of any namespace. */
const introspecting: ReadonlySet<string> = new Set(["protocol", "system"]);

/**
 * Orders the fixtures for the mutations of one file. What notices one mutation of a file often notices the next.
 *
 * What runs when the bridge is loaded makes constants, and those of a namespace matter where something of the namespace
 * runs, or where it is asked what there is; any other constant may matter everywhere.
 */
export class Candidates {
  readonly #reach: Reach;
  readonly #order: readonly number[];
  readonly #mayNoticeLoad: (index: number) => boolean;
  #recent: readonly number[] = [];

  /**
   * @param file The file that is broken.
   * @param paths The fixtures' paths.
   * @param reach What they reach.
   * @param mutations All mutations of the tree.
   */
  constructor(file: string, paths: readonly string[], reach: Reach, mutations: readonly Mutation[]) {
    this.#reach = reach;
    const namespace = nameOf(file);
    const folderOf = (index: number): string => paths[index]?.split("/").at(-2)?.toLowerCase() ?? "";
    const isOwn = (index: number): boolean => folderOf(index) === namespace;
    const together = mutations.filter((each) => nameOf(each.file) === namespace).map(({ id }) => id);
    const isNamespace = file.startsWith("handlers/") && ownNames.has(namespace);
    this.#mayNoticeLoad = (index) =>
      !isNamespace || isOwn(index) || introspecting.has(folderOf(index)) ||
      together.some((id) => reach.byFixture[index]?.has(id));
    const size = (index: number): number => reach.byFixture[index]?.size ?? 0;
    // Of those that run little, each is about little: they are replayed fastest.
    this.#order = [...paths.keys()].sort((a, b) =>
      Number(isOwn(b)) - Number(isOwn(a)) || size(a) - size(b) || a - b
    );
  }

  /**
   * The fixtures for a mutation.
   *
   * @param mutation The mutation.
   * @returns Their indices in the order in which they should be replayed.
   */
  for({ id }: Pick<Mutation, "id">): number[] {
    const isAtLoad = this.#reach.atLoad.has(id);
    const isReaching = (index: number): boolean =>
      this.#reach.byFixture[index]?.has(id) === true || isAtLoad && this.#mayNoticeLoad(index);
    return [...new Set([...this.#recent, ...this.#order])].filter(isReaching);
  }

  /**
   * Notes that a fixture has noticed a mutation.
   *
   * @param fixture Its index.
   */
  noticed(fixture: number): void {
    this.#recent = [fixture, ...this.#recent.filter((index) => index !== fixture)];
  }
}

/** The name of a file's folder below the first, or of the file. */
function nameOf(file: string): string {
  return file.split("/")[1]?.replace(/\.ts$/, "").replaceAll("_", "").toLowerCase() ?? "";
}
