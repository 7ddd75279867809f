import { describe, expect, it } from 'vitest';
import { printSuite } from '../print/print.ts';
import { parseSuite } from './parse.ts';

const inSuite = (items: string[], configuration = 'syntax: 2') =>
  parseSuite(
    [
      `configuration: { ${configuration} }`,
      ['- test: A', '- hello:', ...items.map((item) => `    - ${item}`)].join('\n'),
    ].join('\n---\n'),
  );

const checksIn = (...parts: Parameters<typeof inSuite>) =>
  inSuite(...parts).suite.tests[0]?.interactions[0]?.assertions.map(({ voice }) => voice);

describe('checks of timing', () => {
  it.each([
    ['response < 1.2s', { kind: 'response', isEqualAllowed: false, limitMs: 1200 }],
    ['response <= 850ms', { kind: 'response', isEqualAllowed: true, limitMs: 850 }],
    ['dead air < 3s', { kind: 'deadAir', isEqualAllowed: false, limitMs: 3000 }],
    ['dead air <: 3s', { kind: 'deadAir', isEqualAllowed: false, limitMs: 3000 }],
  ])('reads and prints %s', (item, check) => {
    const { suite, problems } = inSuite([item]);
    expect(problems).toEqual([]);
    expect(checksIn([item])).toEqual([check]);
    const again = parseSuite(printSuite(suite));
    expect(again.problems).toEqual([]);
    expect(again.suite.tests).toEqual(suite.tests);
  });

  it('keeps its meaning in a list of bare texts', () => {
    const { suite } = parseSuite(
      'configuration: { syntax: 2 }\n---\n- test: A\n- hello: [response < 1s, dead air < 3s]\n',
    );
    expect(suite.tests[0]?.interactions[0]?.assertions.map(({ voice }) => voice?.kind)).toEqual([
      'response',
      'deadAir',
    ]);
  });

  it.each([
    ['response < soon', 'is not a number'],
    ['response > 1s', 'must be shorter than a time'],
    ['dead air < 0s', 'can never be true'],
    ['dead air < 3600s', 'more than 10 minutes'],
  ])('refuses %s', (item, message) => {
    const { problems } = inSuite([item]);
    expect(problems).toMatchObject([
      { severity: 'error', message: expect.stringContaining(message) },
    ]);
  });

  it('does not exist in version 1, which says so', () => {
    const { problems } = inSuite(['response < 3s'], 'lenient: false');
    expect(problems).toContainEqual(
      expect.objectContaining({ severity: 'warning', hint: expect.stringContaining('syntax: 2') }),
    );
  });

  it('means a part of the reply if it has no unit, as before', () => {
    const { suite, problems } = inSuite(['response < 3']);
    expect(problems).toEqual([]);
    expect(suite.tests[0]?.interactions[0]?.assertions).toMatchObject([
      { property: 'response', operator: 'less', expected: [3] },
    ]);
  });

  it('needs a phone line', () => {
    const { problems } = inSuite(
      ['response < 1s'],
      "syntax: 2, channel: { kind: http, url: 'https://bot.example.com' }",
    );
    expect(problems).toMatchObject([
      { severity: 'error', message: expect.stringContaining('kind phone') },
    ]);
  });
});
