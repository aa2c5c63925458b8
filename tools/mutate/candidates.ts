/** Which fixtures are replayed for a mutation, and in which order. */

import { namespaceNames } from "../../handlers/mod.ts";
import type { Mutation } from "./mutation.ts";

/** The mutations whose code the fixtures run. */
export interface Reach {
  /** Mutations whose code runs when the bridge is loaded. */
  readonly atLoad: ReadonlySet<number>;
  /** For each fixture, the mutations whose code it runs. */
  readonly byFixture: readonly ReadonlySet<number>[];
}

/** Names of namespaces in lower case, without underscores. */
const ownNames: ReadonlySet<string> = new Set(namespaceNames.map((name) => name.toLowerCase()));

/** Folders of fixtures that list all operations. */
const introspecting: ReadonlySet<string> = new Set(["protocol", "system"]);

/**
 * Orders the fixtures for the mutations of one file. A fixture that has noticed one mutation often notices the next.
 *
 * Code that runs when the bridge is loaded defines constants. The constants of a namespace matter only to fixtures that run code
 * of the namespace or list the operations. Other constants may matter to every fixture.
 */
export class Candidates {
  readonly #reach: Reach;
  readonly #order: readonly number[];
  readonly #mayNoticeLoad: (index: number) => boolean;
  #recent: readonly number[] = [];

  /** @param paths The paths of the fixtures. */
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
    // Fixtures that run little code are replayed first: they are fast and specific.
    this.#order = [...paths.keys()].sort((a, b) =>
      Number(isOwn(b)) - Number(isOwn(a)) || size(a) - size(b) || a - b
    );
  }

  /** The indices of the fixtures for a mutation, in the order of their replay. */
  for({ id }: Pick<Mutation, "id">): number[] {
    const isAtLoad = this.#reach.atLoad.has(id);
    const isReaching = (index: number): boolean =>
      this.#reach.byFixture[index]?.has(id) === true || isAtLoad && this.#mayNoticeLoad(index);
    return [...new Set([...this.#recent, ...this.#order])].filter(isReaching);
  }

  /** Moves a fixture to the front because it has detected a mutation. */
  noticed(fixture: number): void {
    this.#recent = [fixture, ...this.#recent.filter((index) => index !== fixture)];
  }
}

/** Returns the second part of a path, in the form of `ownNames`. */
function nameOf(file: string): string {
  return file.split("/")[1]?.replace(/\.ts$/, "").replaceAll("_", "").toLowerCase() ?? "";
}
