import { describe, expect, it } from 'vitest';
import type { Json, Operator } from '../format/model/suite.ts';
import { matchAssertion, matchSettings } from './match-assertion.ts';
import type { Reply, Verdict } from './matcher.ts';

const settings = matchSettings({});

const replyOf = (text: string, payload: Json = null): Reply => ({
  text,
  messages: [text],
  buttons: [],
  attachments: [],
  latencyMs: 1,
  payload,
});

const verdictOn = (
  reply: Reply,
  [operator, expected, property = 'prompt']: [Operator, string, string?],
): Verdict =>
  matchAssertion({ property, operator, negated: false, expected: [expected] }, reply, settings);

/** Builds a text of this length that ends with the text to find. */
const endingWith = (length: number, end: string) => `${'ab '.repeat(length)}${end}`.slice(-length);

describe('what is looked at of a reply', () => {
  it('are 65,536 characters for a pattern, and more is said to be unseen', () => {
    const asked = ['regex', '/needle/'] as [Operator, string];
    expect(verdictOn(replyOf(endingWith(65_536, 'needle')), asked)).toMatchObject({ passed: true });
    expect(verdictOn(replyOf(endingWith(65_537, 'needle')), asked)).toMatchObject({
      passed: false,
      hint: expect.stringContaining('only the first 65,536 of 65,537 characters'),
    });
  });

  it('are fewer for a large pattern: so many that steps times characters stay below a bound', () => {
    const asked = ['regex', '/a[ab]{600}[cd]|needle/'] as [Operator, string];
    const { hint } = verdictOn(replyOf(endingWith(60_000, 'needle')), asked);
    const seen = Number(/only the first ([\d,]+) of/.exec(hint ?? '')?.[1]?.replaceAll(',', ''));
    expect(seen).toBeGreaterThan(100);
    expect(verdictOn(replyOf(endingWith(seen, 'needle')), asked).passed).toBe(true);
    expect(verdictOn(replyOf(endingWith(seen + 1, 'needle')), asked).passed).toBe(false);
  });

  it('are 65,536 characters for a likeness, and more is said to be unseen', () => {
    const asked = ['fuzzy', 'sorry for that'] as [Operator, string];
    const ends = (length: number) => replyOf(endingWith(length, 'sorry for that'));
    expect(verdictOn(ends(65_536), asked).passed).toBe(true);
    expect(verdictOn(ends(65_550), asked)).toMatchObject({
      passed: false,
      hint: expect.stringContaining('65,536'),
    });
  });

  it('are 100,000 values for a path, and more is said to be unseen', () => {
    const reading = (count: number) =>
      verdictOn(replyOf('', { many: Array(count).fill('x').with(-1, 'needle') }), [
        'contains',
        'needle',
        '$.many[*]',
      ]);
    expect(reading(100_000).passed).toBe(true);
    expect(reading(100_001)).toMatchObject({
      passed: false,
      hint: expect.stringContaining('Only the first 100,000 values'),
    });
  });

  it('are objects of a megabyte together, and more is said to be unseen', () => {
    const around = JSON.stringify({ text: '' }).length;
    const reading = (before: number) =>
      verdictOn(
        replyOf('', { list: [{ text: 'x'.repeat(before - around) }, { text: 'needle' }] }),
        ['contains', 'needle', '$.list'],
      );
    expect(reading(1_048_575).passed).toBe(true);
    expect(reading(1_048_576)).toMatchObject({
      passed: false,
      hint: expect.stringContaining('too large'),
    });
  });
});

it('a likeness is that of the first 4,000 characters of what is expected', () => {
  const wanted = 'all is well '.repeat(333).slice(0, 4_000);
  const reply = replyOf(wanted);
  expect(verdictOn(reply, ['fuzzy', wanted]).passed).toBe(true);
  expect(verdictOn(reply, ['fuzzy', wanted + 'z'.repeat(4_000)]).passed).toBe(true);
  const other = `${'z'.repeat(2_000)}${wanted.slice(2_000)}`;
  expect(verdictOn(reply, ['fuzzy', other]).passed).toBe(false);
});
