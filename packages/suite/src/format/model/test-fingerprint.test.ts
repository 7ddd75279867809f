import { describe, expect, it } from 'vitest';
import { parseSuite } from '../parse/parse.ts';
import { isEdited, testFingerprint } from './test-fingerprint.ts';

const configuration = `configuration:
  platform: webchat
  variables:
    city: Paris
    unused: a
  data:
    rich:
      amount: "500"
  channel:
    kind: http
    url: https://bot.example/message
`;

const test = `
---
- test: Transfer
- Send {{amount}} to {{city}}: done
- "Thanks": you are welcome
`;

const fingerprintOf = (source: string, ofDevice?: Record<string, string>) => {
  const { suite } = parseSuite(source);
  const [first] = suite.tests;
  if (first === undefined) throw new Error('There is no test.');
  return testFingerprint(first, suite.configuration, ofDevice);
};

const replaced = (from: string, to: string, text = configuration + test) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

const base = configuration + test;

describe('a test counts as edited by', () => {
  it.each([
    ['another message', replaced('Send', 'Transfer')],
    ['another expectation', replaced('done', 'finished')],
    ['one digit of a number', replaced('done', 'done in 3 days')],
    [
      'an expectation that is turned round',
      replaced(
        'Send {{amount}} to {{city}}: done',
        'Send {{amount}} to {{city}}:\n  - prompt != done',
      ),
    ],
    ['a step more', `${base}- Bye: bye\n`],
    ['a step less', replaced('- "Thanks": you are welcome\n', '')],
    ['the value of a variable that it uses', replaced('Paris', 'Rome')],
    ['a row of data', replaced('Transfer\n', 'Transfer\n- dataRow: rich\n')],
    ['a time limit of the suite', replaced('platform:', 'replyTimeout: 4\n  platform:')],
    ['lenient comparison', replaced('platform:', 'lenient: true\n  platform:')],
    ['a replacement', replaced('platform:', 'findReplace: { done: sent }\n  platform:')],
  ])('%s', (_, edited) => {
    expect(parseSuite(edited).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(isEdited(fingerprintOf(base), fingerprintOf(edited))).toBe(true);
  });

  it('what its virtual device fills in', () => {
    const of = (amount: string) => fingerprintOf(base, { amount });
    expect(isEdited(of('3'), of('5'))).toBe(true);
    expect(isEdited(of('3'), of('3'))).toBe(false);
  });
});

describe('a test does not count as edited by', () => {
  it.each([
    ['a rename', replaced('- test: Transfer', '- test: Payment\n- settings: { key: Transfer }')],
    ['a tag', replaced('Transfer\n', 'Transfer\n- settings: { tags: [smoke] }\n')],
    ['a comment', replaced('- Send', '# money\n- Send')],
    ['quotes', replaced('"Thanks"', 'Thanks')],
    ['a variable that it does not use', replaced('unused: a', 'unused: b')],
    ['the address of the bot', replaced('bot.example', 'new.example')],
    ['a default that is written down', replaced('platform:', 'replyTimeout: 15\n  platform:')],
    ['a value in place of its variable', replaced('{{city}}', 'Paris')],
    ['another test', `${base}---\n- test: Other\n- Hi: hello\n`],
    ['more conversations at a time', replaced('platform:', 'concurrency: 2\n  platform:')],
  ])('%s', (_, same) => {
    expect(isEdited(fingerprintOf(base), fingerprintOf(same))).toBe(false);
  });
});

it('says nothing about fingerprints that are missing or of another version', () => {
  expect([isEdited(null, '1-a'), isEdited('1-a', null), isEdited('1-a', '2-b')]).toEqual(
    Array(3).fill(null),
  );
});
