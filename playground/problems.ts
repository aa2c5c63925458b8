/** The problems of existing panels: mistakes that their pages do not show. */

import * as v from "valibot";
import { RESTARTED } from "../clients/typescript/restarting_bridge.ts";
import { type RpcErrorObject, rpcErrors } from "../host_stdio/errors.ts";
import { didYouMean, nearestName, unknownParamTexts } from "../limits/names.ts";
import type { Problem } from "./protocol.ts";

/** Maximum length of a text, in UTF-16 code units. */
const MAX_TEXT = 1000;
/** Maximum number of problems between two changes of the panels' folder. A page may repeat a mistake endlessly. */
const MAX_PROBLEMS = 50;

const name = v.pipe(v.string(), v.maxLength(1000));

/** A message of frame/frame.js about a problem of its page. */
const problemMessage = v.union([
  v.object({
    /** Where it is, and what. */
    problem: v.string(),
    /** The member of `window.fb2k` that is missing there. */
    member: v.exactOptional(name),
  }),
  /** An event for which the page has a listener. */
  v.object({ listens: name }),
]);

export type ProblemMessage = v.InferOutput<typeof problemMessage>;

/** Whether a message of a page is about a problem. */
export function isProblemMessage(value: unknown): value is ProblemMessage {
  return v.is(problemMessage, value);
}

/** The parts of docs/openrpc.json that have names. */
interface Document {
  readonly methods: readonly {
    readonly name: string;
    readonly params: readonly { readonly name: string }[];
    readonly "x-any-params"?: boolean;
  }[];
  readonly "x-events": Readonly<Record<string, unknown>>;
}

/** Collects the problems of all existing panels since their folder has changed. */
export class Problems {
  readonly #tell: (problem: Problem) => void;
  #read: Document | undefined;
  #list: readonly Problem[] = [];

  /** @param tell Called once for each problem. */
  constructor(tell: (problem: Problem) => void) {
    this.#tell = tell;
  }

  get #document(): Document {
    return this.#read ??= JSON.parse(
      Deno.readTextFileSync(new URL("../docs/openrpc.json", import.meta.url)),
    ) as Document;
  }

  get list(): readonly Problem[] {
    return this.#list;
  }

  /** Forgets the problems. */
  clear(): void {
    this.#list = [];
  }

  /** Adds a problem. The text may come from a page. */
  add(panel: string, text: string): void {
    const problem = { panel, text: text.slice(0, MAX_TEXT) };
    if (this.#list.length >= MAX_PROBLEMS) return;
    if (this.#list.some((each) => each.panel === panel && each.text === problem.text)) return;
    this.#list = [...this.#list, problem];
    this.#tell(problem);
  }

  /**
   * Adds an error of a page.
   *
   * @param text Where it was thrown, and what.
   * @param name The member of `window.fb2k` that is missing there, if any.
   * @param operations The names of the bridge's operations.
   */
  addError(panel: string, text: string, name: string | undefined, operations: readonly string[]): void {
    // A member may have another name in the page: `queue` for `fb2k.queue`.
    this.add(panel, text + (name === undefined ? "" : didYouMean(name.replace(/^.*fb2k\./, ""), operations)));
  }

  /** Adds the unknown parameters of a call. The bridge ignores them. */
  checkCall(panel: string, method: string, params: unknown): void {
    if (typeof params !== "object" || params === null || Array.isArray(params)) return;
    const found = this.#document.methods.find(({ name }) => name === method);
    if (!found || found["x-any-params"]) return;
    const known = found.params.map(({ name }) => name);
    for (const text of unknownParamTexts(method, params, known)) this.add(panel, text);
  }

  /** Adds a call that has been rejected. */
  addRejected(
    panel: string,
    method: string,
    { code, message }: RpcErrorObject,
    operations: readonly string[],
  ): void {
    const name = JSON.stringify(method);
    this.add(
      panel,
      code === rpcErrors.methodNotFound.code
        ? `there is no operation ${name}${didYouMean(method, operations)}`
        : `a call of ${method} was rejected: ${message} (${code})`,
    );
  }

  /**
   * Adds an event for which a page has a listener and which is not known.
   *
   * @param hasPlugins Whether there are events of plugins. Their names are not known.
   */
  checkEvent(panel: string, event: string, hasPlugins: boolean): void {
    const known = [...Object.keys(this.#document["x-events"]), RESTARTED];
    if (known.includes(event) || (hasPlugins && nearestName(event, known) === undefined)) return;
    this.add(panel, `there is no event ${JSON.stringify(event)}${didYouMean(event, known)}`);
  }
}
