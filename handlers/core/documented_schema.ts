/**
 * Metadata of a schema for documents and clients: descriptions of fields, and the documented schema where the checked
 * one accepts more. They are part of the schema, so that check, types and documents have one definition (tools/docs/).
 */

import * as v from "valibot";

/**
 * Describes a field of parameters, results or events.
 *
 * @param text What a reader needs besides name, type and default, in full sentences.
 * @returns A schema that checks the same.
 */
export function described<const Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.SchemaWithPipe<readonly [Schema, v.DescriptionAction<v.InferOutput<Schema>, string>]> {
  return v.pipe(schema, v.description(text));
}

/** Names the schema that documents show instead, as the last item of a pipe. */
export function documentation<Value>(
  schema: v.GenericSchema,
): v.MetadataAction<Value, { readonly documented: v.GenericSchema }> {
  return v.metadata({ documented: schema });
}

/**
 * A schema that accepts more than it documents: unusable values are skipped, counted or serialised, not refused.
 *
 * @param schema Checks the value.
 * @param documented The type of a client's parameter, and what documents show.
 */
export function documentedAs<
  Schema extends v.GenericSchema,
  Documented extends v.GenericSchema<v.InferInput<Schema>, unknown>,
>(
  schema: Schema,
  documented: Documented,
): v.GenericSchema<v.InferInput<Documented>, v.InferOutput<Schema>> {
  // The constraint of Documented ensures that every documented value is accepted.
  return v.pipe(schema, documentation(documented)) as unknown as v.GenericSchema<
    v.InferInput<Documented>,
    v.InferOutput<Schema>
  >;
}

/** Returns the schema that documents show for a schema: the one in its metadata, or the schema itself. */
export function documentedSchema(schema: v.GenericSchema): v.GenericSchema {
  const { documented } = v.getMetadata(schema);
  return isSchema(documented) ? documentedSchema(documented) : schema;
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}
