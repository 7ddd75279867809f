import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planRun } from '../../events/plan.ts';
import { applySuite } from '../apply/apply.ts';
import { testFingerprint } from '../model/test-fingerprint.ts';
import { printSuite } from '../print/print.ts';
import { parseSuite } from './parse.ts';

const text = (repeat: string, ofTest = '', syntax = 2) =>
  `configuration:
  syntax: ${syntax}
${repeat ? `  repeat: ${repeat}\n` : ''}---
- test: A
${ofTest ? `- repeat: ${ofTest}\n` : ''}- hi: hello
`;

const ruleOf = (source: string) => planRun(parseSuite(source).suite)[0]?.repeat;
const told = (source: string) =>
  parseSuite(source).problems.map(
    ({ severity, line, message }) => `${severity} ${line}: ${message}`,
  );

describe('the tries of a test', () => {
  it.each([
    ['{}', '', { passRate: 0.95, tolerate: 0.8, maxTries: 50 }],
    ['{ passRate: 90%, tolerate: 60% }', '', { passRate: 0.9, tolerate: 0.6, maxTries: 50 }],
    ['{ maxTries: 30 }', '{ tolerate: 0.7 }', { passRate: 0.95, tolerate: 0.7, maxTries: 30 }],
    ['', '{ maxTries: 40 }', { passRate: 0.95, tolerate: 0.8, maxTries: 40 }],
    ['{}', '{ maxTries: 1 }', undefined],
    ['', '', undefined],
  ])('are those of the suite %s with its own %s', (ofSuite, ofTest, rule) => {
    const source = text(ofSuite, ofTest);
    expect(told(source)).toEqual([]);
    expect(ruleOf(source)).toEqual(rule);
    expect(parseSuite(source).suite.tests[0]?.interactions).toHaveLength(1);
  });

  it.each([
    [text('20'), 'error 3: "repeat" needs rates and a number of tries.'],
    [
      text('{ passRate: 1 }'),
      'error 3: "passRate" must be a rate between 0 and 1, for example 0.95.',
    ],
    [
      text('{ tolerate: 80 }'),
      'error 3: "tolerate" must be a rate between 0 and 1, for example 0.8.',
    ],
    [text('{ maxTries: 1001 }'), 'error 3: "maxTries" must be a whole number from 1 to 1,000.'],
    [text('{ times: 20 }'), 'error 3: "times" is not a key of "repeat".'],
    [text('{ passRate: 0.8 }'), 'error 3: "tolerate" (0.8) must be below "passRate" (0.8).'],
    [
      text('{ maxTries: 10 }'),
      'error 3: With these rates, a test takes at least 18 tries to pass, and "maxTries" is 10.',
    ],
    [
      text('{ maxTries: 30 }', '{ tolerate: 0.9 }'),
      'error 6: With these rates, a test takes at least 55 tries to pass, and "maxTries" is 30.',
    ],
    [text('{}', '', 1), 'warning 3: "repeat" is unknown to Parley in version 1 of the syntax.'],
  ])('are refused with a reason: %s', (source, problem) => {
    expect(told(source)).toEqual([problem]);
  });

  it('are words that are said in version 1 of the syntax, and with anything else than rates', () => {
    const said = (source: string) => parseSuite(source).suite.tests[0]?.interactions[0]?.input;
    expect(said(text('', '20', 1))).toEqual({ kind: 'text', text: 'repeat' });
    expect(said(text('', '20'))).toEqual({ kind: 'text', text: 'repeat' });
    expect(ruleOf(text('', '20'))).toBeUndefined();
  });

  const repeat = fc.record(
    {
      passRate: fc.integer({ min: 90, max: 99 }).map((rate) => rate / 100),
      tolerate: fc.integer({ min: 40, max: 75 }).map((rate) => rate / 100),
      maxTries: fc.integer({ min: 40, max: 1000 }),
    },
    { requiredKeys: ['maxTries'] },
  );

  it('are read back as they are printed, and written into a text beside what is there', () => {
    fc.assert(
      fc.property(fc.option(repeat), fc.option(repeat), (ofSuite, ofTest) => {
        const { suite } = parseSuite(text('', ''));
        const wanted = {
          configuration: { ...suite.configuration, ...(ofSuite && { repeat: ofSuite }) },
          tests: suite.tests.map((test) => ({ ...test, ...(ofTest && { repeat: ofTest }) })),
        };
        expect(parseSuite(printSuite(wanted)).suite).toEqual(wanted);
        const before = `# Ours\n${text('{ maxTries: 60 }', '{ maxTries: 70 } # slow')}`;
        const applied = applySuite(before, wanted);
        expect(parseSuite(applied)).toMatchObject({ suite: wanted, problems: [] });
        expect(applied).toContain('# Ours');
      }),
    );
  });

  it('are part of what a test asks for, and change nothing for one without', () => {
    const print = (source: string) => {
      const { suite } = parseSuite(source);
      return testFingerprint(suite.tests[0] as never, suite.configuration);
    };
    expect(print(text('{}'))).not.toBe(print(text('')));
    expect(print(text('{}', '{ maxTries: 1 }'))).toBe(print(text('')));
    expect(print(text('{ maxTries: 50 }'))).toBe(print(text('{}')));
  });
});
