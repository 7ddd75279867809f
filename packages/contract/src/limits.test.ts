import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { allEndpoints } from './index.ts';

type Definition = {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  in?: Schema;
  options?: Schema[];
  keyType?: Schema;
  valueType?: Schema;
};
type Schema = z.ZodMiniType & { _zod: { def: Definition } };

/** A field of a request body or a query, with its path. */
interface Field {
  path: string;
  schema: Schema;
}

function fieldsOf(path: string, schema: Schema): Field[] {
  const { def } = schema._zod;
  const inner = [
    ...Object.entries(def.shape ?? {}).map(([name, part]) => [`${path}.${name}`, part] as const),
    ...(def.options ?? []).map((part) => [path, part] as const),
    ...[def.innerType, def.in].flatMap((part) => (part ? [[path, part] as const] : [])),
    ...(def.element ? [[`${path}[]`, def.element] as const] : []),
    ...(def.keyType ? [[`${path} key`, def.keyType] as const] : []),
    ...(def.valueType ? [[`${path}{}`, def.valueType] as const] : []),
  ];
  return [{ path, schema }, ...inner.flatMap(([name, part]) => fieldsOf(name, part))];
}

const fields = allEndpoints.flatMap(({ method, path, body, query }) =>
  [body, query].flatMap((schema) =>
    schema ? fieldsOf(`${method} ${path}: `, schema as unknown as Schema) : [],
  ),
);
const ofType = (...types: string[]) =>
  fields
    .filter(({ schema }) => types.includes(schema._zod.def.type))
    .map(({ path, schema }) => [path, schema] as const);

const isTooBig = (schema: Schema, value: unknown) =>
  (z.safeParse(schema, value).error?.issues ?? []).some(
    ({ code, path }) => code === 'too_big' && path.length === 0,
  );

/** The limit in the API description; undefined if a pattern or an enum limits the value. */
function mostOf(schema: Schema): number | undefined {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return described.maxLength ?? described.maxItems ?? described.maximum;
}

const limited = ofType('string', 'array', 'number', 'int').flatMap(([path, schema]) => {
  const most = mostOf(schema);
  return most === undefined ? [] : [[path, schema, most] as const];
});

/** Texts with 5 million characters. They are created once, because creating them took most of the time of these tests. */
const endless = ['x', '1', '-', '/', '=', '😀'].map((letter) => letter.repeat(5_000_000));

describe('a field of a request', () => {
  it.each(ofType('string'))('is no text without an end: %s', (_, schema) => {
    for (const text of endless) expect(z.safeParse(schema, text).success).toBe(false);
  });

  it.each(ofType('array'))('is no list without an end: %s', (_, schema) => {
    expect(isTooBig(schema, Array(100_000).fill(null))).toBe(true);
  });

  it.each(ofType('number', 'int'))('is no number without an end: %s', (_, schema) => {
    expect(z.safeParse(schema, Number.MAX_VALUE).success).toBe(false);
  });

  it.each(limited)('is as large as it may be, and no larger: %s', (_, schema, most) => {
    const { type } = schema._zod.def;
    const ofSize = (size: number) =>
      type === 'string' ? 'x'.repeat(size) : type === 'array' ? Array(size).fill(null) : size;
    expect(isTooBig(schema, ofSize(most))).toBe(false);
    expect(isTooBig(schema, ofSize(most + 1))).toBe(true);
  });
});

it('most fields of requests have a limit that is tried', () => {
  expect(limited.length).toBeGreaterThan(100);
});
