/** Parts that the schemas of the test language share. */

/** A schema of draft 7, which most editors support. */
export interface JsonSchema {
  $schema?: string;
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  required?: readonly string[];
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
  minProperties?: number;
  maxProperties?: number;
  dependencies?: Record<string, readonly string[]>;
  definitions?: Record<string, JsonSchema>;
  allOf?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  not?: JsonSchema;
  if?: JsonSchema;
  then?: JsonSchema;
  else?: JsonSchema;
}

/** Accepts `{{name}}` without quotes, which YAML reads as nested mappings. Values of other types are not restricted. */
export const bareTemplate = {
  minProperties: 1,
  maxProperties: 1,
  patternProperties: { '^(\\{|\\[object)': {} },
  additionalProperties: false,
} satisfies JsonSchema;

/** Accepts everything that a suite reads as text: any word without quotes, even a number. */
export const text: JsonSchema = {
  type: ['string', 'number', 'boolean', 'null', 'object'],
  ...bareTemplate,
};

/** Accepts text that is not empty. */
export const someText: JsonSchema = {
  type: ['string', 'number', 'boolean', 'object'],
  minLength: 1,
  ...bareTemplate,
};

/** @param pattern pattern of the text, unless it is a `{{variable}}` without quotes */
export const textLike = (pattern: string): JsonSchema => ({
  type: ['string', 'object'],
  pattern,
  ...bareTemplate,
});

/** Accepts a mapping, but not a `{{variable}}` without quotes. */
export const mapping: JsonSchema = {
  type: 'object',
  propertyNames: { not: { pattern: '^\\{ ' } },
};

/** Accepts names with text values. */
export const texts: JsonSchema = { ...mapping, additionalProperties: text };

/** Accepts a text or a list of texts. */
export const severalTexts: JsonSchema = {
  type: ['string', 'number', 'boolean', 'array', 'object'],
  minLength: 1,
  minItems: 1,
  items: someText,
  ...bareTemplate,
};

export const flag: JsonSchema = { enum: [true, false, 'true', 'false'] };

/** Accepts a whole number, with or without quotes. */
export const wholeNumber = (minimum: number, maximum: number): JsonSchema => ({
  type: ['integer', 'string'],
  minimum,
  maximum,
  pattern: '^\\s*\\d+\\s*$',
});

export const number = (minimum: number, maximum: number): JsonSchema => ({
  type: ['number', 'string'],
  minimum,
  maximum,
  pattern: '^\\s*\\d*\\.?\\d+\\s*$',
});

export const signedNumber = (minimum: number, maximum: number): JsonSchema => ({
  ...number(minimum, maximum),
  pattern: '^\\s*-?\\d*\\.?\\d+\\s*$',
});

/**
 * Accepts a time with or without a unit.
 * @param perUnit milliseconds per unit of a number without a unit
 */
export const time = (perUnit: number, maximumMs: number): JsonSchema => ({
  type: ['number', 'string'],
  minimum: 0.5 / perUnit,
  maximum: maximumMs / perUnit,
  pattern: '^\\s*\\d+(\\.\\d+)?\\s*(ms|s)?\\s*$',
});

/** Accepts tags: words separated by commas, or a list. */
export const tags: JsonSchema = {
  type: ['string', 'number', 'boolean', 'null', 'array', 'object'],
  items: { type: ['string', 'number', 'boolean', 'null'] },
  maxItems: 100,
  ...bareTemplate,
};

/** @returns the schema with a description, which editors show */
export const about = (description: string, schema: JsonSchema): JsonSchema => ({
  description,
  ...schema,
});

/** @returns a schema that applies `isSo` to values that match `condition`, and `otherwise` to all others */
export const when = (condition: JsonSchema, isSo: JsonSchema, otherwise?: JsonSchema): JsonSchema =>
  Object.fromEntries([
    ['if', condition],
    ['then', isSo],
    ...(otherwise ? [['else', otherwise] as const] : []),
  ]);
