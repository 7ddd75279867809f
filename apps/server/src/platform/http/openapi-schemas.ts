/** JSON schemas of an API description. Each named schema appears once. */
import * as z from 'zod/mini';

export type JsonSchema = Record<string, unknown>;

type Direction = 'input' | 'output';

export interface Components {
  /** @returns the schema, with references to named schemas */
  describe(schema: z.ZodMiniType, direction: Direction): JsonSchema;
  /**
   * @returns a reference to the schema under its own name, or else under the given one; schemas other than objects are inlined
   */
  nameOf(name: string, schema: z.ZodMiniType, direction: Direction): JsonSchema;
  all(): Record<string, JsonSchema>;
}

const place = '#/components/schemas/';

/** Collects the schemas of a description. `facts` are added to the schemas with the same name. */
export function createComponents(
  schemas: Record<string, z.ZodMiniType>,
  facts: Record<string, object>,
): Components {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id, ...facts[id] });
  const described: Record<string, JsonSchema> = {};

  const add = (name: string, schema: JsonSchema): void => {
    const before = described[name];
    if (before && JSON.stringify(before) !== JSON.stringify(schema))
      throw new Error(`Two schemas of the API description have the name ${name}.`);
    described[name] = schema;
  };

  /** Describes a schema. It is wrapped in an object, because a named schema becomes a reference only inside another one. */
  const describe: Components['describe'] = (schema, direction) => {
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: schema }), {
      io: direction,
      metadata: registry,
      unrepresentable: 'any',
      target: 'draft-2020-12',
    });
    for (const [name, one] of Object.entries($defs)) add(name, tidy(one) as JsonSchema);
    return tidy(properties?.it) as JsonSchema;
  };

  return {
    describe,
    nameOf(name, schema, direction) {
      const inPlace = describe(schema, direction);
      if (inPlace.type !== 'object' || inPlace.properties === undefined) return inPlace;
      const named = name.charAt(0).toUpperCase() + name.slice(1);
      add(named, inPlace);
      return { $ref: place + named };
    },
    all: () =>
      Object.fromEntries(Object.entries(described).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * Removes internal ids and `additionalProperties: false`: responses may get new fields, and unknown fields of requests are
 * ignored.
 */
function tidy(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(tidy);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema)
    .filter(([key, value]) => key !== 'id' || typeof value !== 'string')
    .filter(([key, value]) => !(key === 'additionalProperties' && value === false))
    .map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace('#/$defs/', place) : tidy(value),
    ]);
  return Object.fromEntries(entries);
}
