import { parseSuite, printSuite } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { outlineSuite, writeOutline } from './suite-outline.ts';

describe('the outline of a suite', () => {
  it.each(['==', '!=', '=?', '!=?', '>', 'exists', 'goto'])(
    'is written as the same suite when texts have %s in them',
    (symbol) => {
      const text = JSON.stringify(`what ${symbol} that`);
      const source = `- test: A\n- ${text}\n- hello:\n  - prompt != sorry\n`;
      const { suite, problems } = parseSuite(source);
      expect(problems).toEqual([]);
      expect(suite.tests[0]?.interactions[0]?.assertions).toEqual([]);
      expect(writeOutline(outlineSuite(suite))).toBe(printSuite(suite));
    },
  );
});
