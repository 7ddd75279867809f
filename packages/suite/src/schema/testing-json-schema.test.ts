/** Compares the schema of `testing.json` with its import. */
import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { importTestingJson } from '../format/import/testing-json.ts';
import { testingJsonSchema } from './index.ts';
import { testingJsonKeys } from './testing-json-schema.ts';

const ajv = new Ajv({
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  allowMatchingProperties: true,
});
const validate = ajv.compile(testingJsonSchema());

const values = [
  'hello',
  'webchat',
  'twilio',
  'phone',
  'smoke, billing',
  ['smoke', 'billing'],
  [],
  {},
  { a: 'b' },
  { a: ['b'] },
  { a: 1 },
  { a: { b: 'c' } },
  0,
  1,
  5,
  6,
  -1,
  0.5,
  1.5,
  601,
  600_000,
  600_001,
  true,
  false,
  null,
  'true',
  '5',
  { kind: 'http', url: 'https://a.example' },
  { kind: 'http' },
];

const otherKeys = [
  'channel',
  'concurrency',
  'variables',
  'data',
  'lenient',
  'jest',
  'browserstack',
];

it.each([...Object.keys(testingJsonKeys), ...otherKeys])(
  'agrees with the import on values of %s',
  (key) => {
    for (const value of values) {
      const text = JSON.stringify({ [key]: value });
      const { report } = importTestingJson(text, { configuration: {}, tests: [] });
      const isRefused = report.losses.some(
        ({ reason }) => !reason.startsWith('Parley does not use it.'),
      );
      expect([text, !validate(JSON.parse(text))]).toEqual([text, isRefused]);
    }
  },
);
