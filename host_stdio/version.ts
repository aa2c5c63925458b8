/**
 * The version of Tonearm, written in deno.json only. In a bundle, version and commit stand in the place of that file.
 */

import config from "../deno.json" with { type: "json" };

/** The version, semantic. */
export const version: string = config.version;

/** The commit that a bundle was made of; undefined in the source tree, and for a bundle made outside of a Git clone. */
export const commit: string | undefined = "commit" in config ? String(config.commit) : undefined;
