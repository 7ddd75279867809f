import { describe, expect, it } from 'vitest';
import type { Test } from '../model/suite.ts';
import { fillTest } from '../model/template.ts';
import { unfilledOf } from '../model/unfilled.ts';
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
    ['network mos > 3.8', { kind: 'mos', isEqualAllowed: false, least: 3.8 }],
    ['network mos >= 4', { kind: 'mos', isEqualAllowed: true, least: 4 }],
    ['network mos >: 3.8', { kind: 'mos', isEqualAllowed: false, least: 3.8 }],
  ])('reads and prints %s', (item, check) => {
    const { suite, problems } = inSuite([item]);
    expect(problems).toEqual([]);
    expect(checksIn([item])).toEqual([check]);
    const again = parseSuite(printSuite(suite));
    expect(again.problems).toEqual([]);
    expect(again.suite.tests).toEqual(suite.tests);
  });

  it.each([
    ['line is: voicemail', { kind: 'line', class: 'voicemail', isNegated: false }],
    ['line is not: hold music', { kind: 'line', class: 'hold music', isNegated: true }],
    ['line is: information tones', { kind: 'line', class: 'information tones', isNegated: false }],
  ])('reads and prints %s', (item, check) => {
    const { suite, problems } = inSuite([item]);
    expect(problems).toEqual([]);
    expect(checksIn([item])).toEqual([check]);
    expect(printSuite(suite)).toContain(item);
    expect(parseSuite(printSuite(suite)).suite.tests).toEqual(suite.tests);
  });

  it('refuses an unknown class, and other channels', () => {
    expect(inSuite(['line is: voicemial']).problems).toMatchObject([
      { severity: 'error', hint: expect.stringContaining('voicemail') },
    ]);
    const http = "syntax: 2, channel: { kind: http, url: 'https://bot.example.com' }";
    expect(inSuite(['line is: menu'], http).problems).toMatchObject([
      { severity: 'error', message: expect.stringContaining('kind phone') },
    ]);
  });

  it('reads a part of the reply in version 1, and says so', () => {
    const { suite, problems } = inSuite(['line is: menu'], 'lenient: false');
    expect(problems).toMatchObject([{ severity: 'warning' }]);
    expect(suite.tests[0]?.interactions[0]?.assertions).toMatchObject([{ property: 'line is' }]);
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
    ['dead air < 0s', 'needs a longer time'],
    ['dead air < 3600s', 'more than 10 minutes'],
    ['network mos < 3', 'must demand a score'],
    ['network mos > 1', 'needs a score above 1'],
    ['network mos > 4.5', 'needs a score above 1, and of 4.4 at most'],
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

  it('leaves a part of the reply that is called mos as it is', () => {
    const { suite, problems } = inSuite(['mos > 3.8']);
    expect(problems).toEqual([]);
    expect(suite.tests[0]?.interactions[0]?.assertions).toMatchObject([
      { property: 'mos', operator: 'greater', expected: [3.8] },
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

describe('interruptions', () => {
  it.each([
    ['interrupt after 800ms: Please cancel that', 'yields within 1s'],
    ['interrupt after 1.5s: "{{words}}"', 'yields within 850ms'],
    ['backchannel after 1s: mhm', 'keeps speaking'],
    ['backchannel after 1s: mhm', 'keeps speaking for 2.5s'],
  ])('are read and printed with what follows: %s, %s', (item, check) => {
    const { suite, problems } = inSuite([item, check]);
    expect(problems).toEqual([]);
    const [interaction] = suite.tests[0]?.interactions ?? [];
    expect(interaction?.interjection).toMatchObject({ kind: item.split(' ')[0] });
    expect(interaction?.assertions).toHaveLength(1);
    const printed = printSuite(suite);
    expect(printed).toContain(check);
    expect(parseSuite(printed)).toMatchObject({ problems: [], suite: { tests: suite.tests } });
  });

  it.each([
    [['interrupt after 800ms:'], 'says nothing'],
    [['interrupt after 800ms: $1'], 'no keys'],
    [['interrupt after 61s: stop'], 'longer than a minute'],
    [['interrupt after 1s: stop', 'backchannel after 2s: mhm'], 'interrupts once'],
    [['yields within 1s'], 'needs an interruption'],
    [['backchannel after 1s: mhm', 'yields within 1s'], 'needs an interruption'],
    [['interrupt after 1s: stop', 'keeps speaking'], 'needs a backchannel'],
    [['interrupt after 1s: stop', 'yields within 0s'], 'longer time'],
  ])('are refused: %j', (items, message) => {
    const { problems } = inSuite(items);
    expect(problems).toMatchObject([
      { severity: 'error', message: expect.stringContaining(message) },
    ]);
  });

  it('need a step in which somebody speaks, and a phone line', () => {
    const text = (step: string, channel = '') =>
      parseSuite(
        `configuration: { syntax: 2${channel} }\n---\n- test: A\n- ${step}:\n    - interrupt after 1s: stop\n`,
      ).problems;
    expect(text('$PAUSE 2')).toMatchObject([{ message: expect.stringContaining('only waits') }]);
    expect(
      text('hello', ", channel: { kind: http, url: 'https://bot.example.com' }"),
    ).toMatchObject([{ message: expect.stringContaining('kind phone') }]);
    expect(text('$DIAL')).toEqual([]);
  });

  it('may contain values, which are filled in; those without one are reported', () => {
    const { suite } = inSuite(
      ['interrupt after 1s: "{{a}} {{b}}"'],
      'syntax: 2, variables: { a: stop }',
    );
    const [test] = suite.tests as [Test];
    expect(fillTest(test, suite.configuration).interactions[0]?.interjection?.text).toBe(
      'stop {{b}}',
    );
    expect(unfilledOf(test, suite.configuration)).toMatchObject([
      { template: '{{b}}', place: 'message' },
    ]);
  });

  it('mean a part of the reply in version 1, and say so', () => {
    const { suite, problems } = inSuite(['interrupt after 1s: stop'], 'lenient: false');
    expect(problems).toMatchObject([{ severity: 'warning' }]);
    expect(suite.tests[0]?.interactions[0]?.assertions).toHaveLength(1);
  });
});
