/**
 * What documents and clients are told about a schema beyond what it checks: words for a field, and what is to be given
 * where more than that is taken. It stands in the schema itself, as metadata, so that one definition serves the check, the
 * types and the documents (tools/docs/).
 *
 * @module
 */

import * as v from "valibot";

/**
 * Describes a field of parameters, results or events.
 *
 * @param schema The field's schema.
 * @param text What a reader has to know beyond name, type and default, as one or more sentences.
 * @returns A schema that checks the same.
 */
export function described<const Schema extends v.GenericSchema>(
  schema: Schema,
  text: string,
): v.SchemaWithPipe<readonly [Schema, v.DescriptionAction<v.InferOutput<Schema>, string>]> {
  return v.pipe(schema, v.description(text));
}

/**
 * Names another schema for documents, at the end of a pipe.
 *
 * @param schema What documents show.
 * @returns The pipe's last item.
 */
export function documentation<Value>(
  schema: v.GenericSchema,
): v.MetadataAction<Value, { readonly documented: v.GenericSchema }> {
  return v.metadata({ documented: schema });
}

/**
 * A value that is taken more freely than it is documented, because what does not fit is skipped, counted or serialised
 * instead of being refused.
 *
 * @param schema What is taken.
 * @param documented What is to be given: the type of a client's parameter, and what documents show.
 * @returns A schema that checks as the first and is typed, on its way in, as the second.
 */
export function documentedAs<
  Schema extends v.GenericSchema,
  Documented extends v.GenericSchema<v.InferInput<Schema>, unknown>,
>(
  schema: Schema,
  documented: Documented,
): v.GenericSchema<v.InferInput<Documented>, v.InferOutput<Schema>> {
  // Whatever fits the documented schema fits the one that checks: the constraint of Documented says so.
  return v.pipe(schema, documentation(documented)) as unknown as v.GenericSchema<
    v.InferInput<Documented>,
    v.InferOutput<Schema>
  >;
}

/**
 * The schema that documents show in the place of another.
 *
 * @param schema The schema as it stands in a definition.
 * @returns The one that its metadata name; otherwise the schema itself.
 */
export function documentedSchema(schema: v.GenericSchema): v.GenericSchema {
  const { documented } = v.getMetadata(schema);
  return isSchema(documented) ? documentedSchema(documented) : schema;
}

function isSchema(value: unknown): value is v.GenericSchema {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "schema";
}
