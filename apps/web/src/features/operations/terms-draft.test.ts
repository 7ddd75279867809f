import { describe, expect, it } from 'vitest';
import { closeTerms, locks, openTerms, problemsOf } from './terms-draft.ts';

const endDate = '2026-12-05T09:30:00.000Z';

const stored = {
  subscription: { status: 'trial' as const, planId: 'trial', endDate },
  quotas: { interactions: 500, devices: null },
};

describe('plan and limits in the form', () => {
  it('are what they were when nothing is edited', () => {
    expect(closeTerms(openTerms(stored), stored)).toEqual({
      ...stored.subscription,
      quotas: stored.quotas,
    });
  });

  it('end with the last second of a day that is chosen, or not at all', () => {
    const draft = openTerms(stored);
    const later = { ...draft, lastDay: '2027-01-31' };
    expect(closeTerms(later, stored).endDate).toBe('2027-01-31T23:59:59.000Z');
    expect(closeTerms({ ...draft, hasEnd: false }, stored).endDate).toBeNull();
  });

  it('take a quota back to that of the plan, and set one of their own', () => {
    const draft = openTerms(stored);
    const quotas = {
      ...draft.quotas,
      interactions: { kind: 'plan' as const, amount: '500' },
      callMinutes: { kind: 'own' as const, amount: ' 0 ' },
    };
    expect(closeTerms({ ...draft, quotas }, stored).quotas).toEqual({
      callMinutes: 0,
      devices: null,
    });
  });

  it.each(['', ' ', '-1', '1.5', '1e3', 'many', '1000000001'])(
    'refuse the quota “%s”',
    (amount) => {
      const draft = openTerms(stored);
      const quotas = { ...draft.quotas, devices: { kind: 'own' as const, amount } };
      expect(Object.keys(problemsOf({ ...draft, quotas }))).toEqual(['devices']);
    },
  );

  it('need a day where they end', () => {
    expect(problemsOf({ ...openTerms(stored), lastDay: '' })).toEqual({
      lastDay: 'Choose a date.',
    });
    expect(problemsOf({ ...openTerms(stored), lastDay: '', hasEnd: false })).toEqual({});
  });

  it.each([
    ['trial', null, false],
    ['trial', endDate, true],
    ['enabled', null, false],
    ['enabled', endDate, true],
    ['enabled', '2026-12-06T00:00:00.000Z', false],
    ['disabled', null, true],
    ['trialEnded', null, true],
  ] as const)('with the status %s and the end %s lock: %s', (status, end, expected) => {
    expect(locks({ status, endDate: end }, Date.parse(endDate))).toBe(expected);
  });
});
