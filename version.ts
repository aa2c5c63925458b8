/**
 * The version of Tonearm, written in deno.json only.
 *
 * @module
 */

import config from "./deno.json" with { type: "json" };

/** The version, semantic. */
export const version: string = config.version;
