/** @parley/suite/schema: JSON Schemas of the files that people write. */
export { deploySchema } from './deploy-schema.ts';
export type { JsonSchema } from './json-schema.ts';
export { suiteSchema } from './suite-schema.ts';
export { testingJsonSchema } from './testing-json-schema.ts';
