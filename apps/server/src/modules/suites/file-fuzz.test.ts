/** Imports files with arbitrarily changed bytes. Each file must be read, or refused with a message, within the limits. */
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readSuiteFile } from './read-suite-file.ts';

const suite = 'configuration:\n  locale: en-US\n---\n- test: A\n- hello: hi\n- pin: "*welcome*"\n';

const files: Record<string, Uint8Array> = {
  'a.yml': strToU8(suite),
  'a.zip': zipSync({ 'a.e2e.yml': strToU8(suite), 'testing.json': strToU8('{"type": "webchat"}') }),
  'b.zip': zipSync({ 'a.convo.txt': strToU8('A\n#me\nhi\n#bot\nhello\n') }, { level: 0 }),
  'c.yml': strToU8('test_cases:\n- test_case: A\n  steps:\n  - user: hi\n  - utter: r\n'),
};

const change = fc.record({
  at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  length: fc.constantFrom(0, 1, 2, 20),
  put: fc.uint8Array({ maxLength: 6 }),
});

it('are a suite or are refused, whatever is changed', () => {
  let refused = 0;
  let read = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.keys(files)),
      fc.array(change, { maxLength: 4 }),
      (name, changes) => {
        const content = changes.reduce((bytes, { at, length, put }) => {
          const from = Math.floor(at * bytes.length);
          return Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + length)]);
        }, files[name] ?? new Uint8Array());
        const found = readSuiteFile({ name, content });
        if ('refused' in found) {
          refused += 1;
          expect(found.refused.length).toBeLessThan(2_000);
        } else {
          read += 1;
          expect(JSON.stringify(found).length).toBeLessThan(20 * content.length + 10_000);
        }
      },
    ),
    { numRuns: 600 },
  );
  expect(Math.min(refused, read)).toBeGreaterThan(20);
});
