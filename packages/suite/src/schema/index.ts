/** @parley/suite/schema: JSON Schema of what people write. */
export type { JsonSchema } from './json-schema.ts';
export { suiteSchema } from './suite-schema.ts';
export { testingJsonSchema } from './testing-json-schema.ts';
