/**
 * The types that a schema stands for. The library's public types are made with these names in place of valibot's, so
 * that its documentation is whole without valibot's.
 *
 * @module
 */

import type * as v from "valibot";

/**
 * Any schema.
 *
 * @internal
 */
export type AnySchema = v.GenericSchema;

/**
 * What a schema takes: what has a default may be left out.
 *
 * @internal
 */
export type InputOf<Schema extends AnySchema> = v.InferInput<Schema>;

/**
 * What a schema gives: defaults are filled in.
 *
 * @internal
 */
export type OutputOf<Schema extends AnySchema> = v.InferOutput<Schema>;
