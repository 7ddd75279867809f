import { describe, expect, it } from 'vitest';
import { newDraft, readDraft } from './load-draft.ts';
import { readNumber } from './number-text.ts';

describe('a number as people write it', () => {
  it.each([
    ['0.5', 0.5],
    ['0,5', 0.5],
    ['2,5', 2.5],
    ['12,75', 12.75],
    ['0,125', 0.125],
    [' 10 ', 10],
    ['10,000', 10_000],
    ['1,000,000', 1_000_000],
    ['1,000.5', 1000.5],
    ['-1', -1],
  ])('reads "%s" as %d', (text, number) => {
    expect(readNumber(text)).toBe(number);
  });

  it.each(['', ' ', 'ten', '1234,500', '1,00,000', '1.000,5', '1,2,3', ',5', '5,'])(
    'does not guess at "%s"',
    (text) => {
      expect(readNumber(text)).toBeUndefined();
    },
  );
});

describe('the form of a load test', () => {
  const arrivals = { ...newDraft, name: 'Morning', kind: 'arrivals' as const };

  it('asks for what a decimal comma says, not for ten times the load', () => {
    const thresholds = { ...newDraft.thresholds, errorRate: '0,5' };
    const read = readDraft({ ...arrivals, perSecond: '2,5', thresholds }, 1000);
    expect(read.errors).toEqual({});
    expect(read.profile).toMatchObject({ kind: 'arrivals', perSecond: 2.5 });
    expect(read.thresholds).toContainEqual({ metric: 'errorRate', max: 0.005 });
  });

  it('asks again where a number may be two, and takes whole users only', () => {
    const { profile, errors } = readDraft({ ...arrivals, perSecond: '1.000,5' }, 1000);
    expect(profile).toBeUndefined();
    expect(errors).toEqual({ perSecond: 'Enter a number, such as 0.5.' });
    for (const usersMax of ['2,5', '1.000,5', ''])
      expect(readDraft({ ...arrivals, usersMax }, 1000).errors).toEqual({
        usersMax: 'Enter a whole number of at least 1.',
      });
  });
});
