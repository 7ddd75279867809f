import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suite } from '../test/arbitrary-suite.ts';
import { parseSuite } from './parse.ts';
import { printSuite } from './print.ts';

describe('printSuite', () => {
  it('prints any suite so that it reads back as the same suite', () => {
    fc.assert(
      fc.property(suite, (original) => {
        expect(parseSuite(printSuite(original)).suite).toEqual(original);
      }),
      { numRuns: 150 },
    );
  });
});
