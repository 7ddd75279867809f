import { describe, expect, it } from 'vitest';
import { testFingerprint } from '../model/test-fingerprint.ts';
import { printSuite } from '../print/print.ts';
import { parseSuite } from './parse.ts';

const read = (configuration: string, setting = '') =>
  parseSuite(
    `configuration: { ${configuration} }\n---\n- test: A\n- hi:\n  - prompt =?: polite\n${setting}`,
  );
const problems = (...about: Parameters<typeof read>) =>
  read(...about).problems.map(({ severity, message }) => `${severity}: ${message}`);

describe('the name of a judge', () => {
  it('is read and written back', () => {
    const { suite } = read('syntax: 2, judge: very strict', '  - set judge: lax\n');
    expect(suite.configuration.judge).toBe('very strict');
    expect(suite.tests[0]?.interactions[0]?.settings).toEqual({ judge: 'lax' });
    expect(parseSuite(printSuite(suite)).suite).toEqual(suite);
  });

  it('has to be one', () => {
    for (const name of ['""', '[strict]', '"a  b"', `"${'x'.repeat(41)}"`, '"-"']) {
      const wanted = 'error: "judge" must be the name of a judge, such as strict.';
      expect(problems(`syntax: 2, judge: ${name}`)).toContain(wanted);
      expect(problems('syntax: 2', `  - set judge: ${name}\n`).join()).toMatch(/error: "judge"/);
    }
    expect(problems('syntax: 2', '  - set judge: "{{who}}"\n').join()).not.toMatch(/"judge"/);
  });

  it('needs the second version of the syntax', () => {
    expect(problems('judge: strict').join()).toMatch(/warning: "judge" .* version 1/);
    expect(problems('syntax: 1', '  - set judge: strict\n').join()).toMatch(/warning: "judge"/);
    expect(read('judge: strict').suite.configuration).not.toHaveProperty('judge');
  });

  it('makes another test, because another judge may decide otherwise', () => {
    const print = (configuration: string) => {
      const { suite } = read(configuration);
      const [test] = suite.tests;
      return test && testFingerprint(test, suite.configuration);
    };
    expect(print('syntax: 2, judge: strict')).not.toBe(print('syntax: 2'));
    expect(print('syntax: 2, judge: strict')).toBe(print('judge: strict, syntax: 2'));
  });
});
