import { describe, expect, it } from 'vitest';
import type { Json, Operator } from '../format/model/suite.ts';
import { boundedVerdict, verdictTextMax, wholeActual } from './bounded-verdict.ts';
import { matchAssertion, matchSettings } from './match-assertion.ts';
import type { Reply, Verdict } from './matcher.ts';

const settings = matchSettings({});

function replyOf(text: string, payload: Json = null): Reply {
  return { text, messages: [text], buttons: [], attachments: [], latencyMs: 1, payload };
}

const check = (operator: Operator, property: string, expected: string) => ({
  property,
  operator,
  negated: false,
  expected: [expected],
});

const sizeOf = (verdict: Verdict) => JSON.stringify(verdict).length;

describe('a verdict on a long text', () => {
  const words = 'All of our branches are open. '.repeat(40_000);
  const oneWord = 'x'.repeat(1_000_000);

  it.each([
    ['contains', 'prompt', words],
    ['equals', 'prompt', words],
    ['fuzzy', 'prompt', words],
    ['equals', 'prompt', oneWord],
    ['fuzzy', 'prompt', oneWord],
  ] as const)('keeps of it the beginning: %s %s', (operator, property, text) => {
    const verdict = matchAssertion(
      check(operator, property, 'closed today'),
      replyOf(text),
      settings,
    );
    expect(verdict.passed).toBe(false);
    expect(verdict.actual).toBe(`${text.slice(0, verdictTextMax - 1)}…`);
    expect(verdict.actualLength).toBe(text.length);
    expect(sizeOf(verdict)).toBeLessThan(8 * verdictTextMax);
    expect(wholeActual(verdict, replyOf(text))).toBe(text);
  });

  it('decides by the whole', () => {
    const text = `${words}At last: closed today.`;
    expect(
      matchAssertion(check('contains', 'prompt', 'closed today'), replyOf(text), settings).passed,
    ).toBe(true);
  });

  it('refers to what stood at its path, not to the text of the reply', () => {
    const payload = { hours: { list: words.split(' ') } };
    const reply = replyOf('We are open.', payload);
    const verdict = matchAssertion(check('equals', 'hours.list', 'closed'), reply, settings);
    expect(wholeActual(verdict, reply)).toBe(JSON.stringify(payload.hours.list));
    expect(verdict.actualLength).toBe(JSON.stringify(payload.hours.list).length);
  });

  it('does not cut a character of two units in half', () => {
    const text = '🙂'.repeat(verdictTextMax);
    const { actual } = matchAssertion(check('equals', 'prompt', 'no'), replyOf(text), settings);
    expect(actual).toBe(`${'🙂'.repeat(verdictTextMax / 2 - 1)}…`);
  });

  it('is as it was where every text is short, and bounded once for all', () => {
    const short = matchAssertion(check('equals', 'prompt', 'no'), replyOf('yes'), settings);
    expect(boundedVerdict(short)).toBe(short);
    expect(short.actualLength).toBeUndefined();
    const long = matchAssertion(check('equals', 'prompt', 'no'), replyOf(words), settings);
    expect(boundedVerdict(long)).toEqual(long);
  });
});
