import { describe, expect, it } from 'vitest';
import { conclude, isBad, shownStatus } from './conclude.ts';
import { afterRevision, type Outcome, outcomeOf, type Standing } from './outcome.ts';

describe('what tests come to together', () => {
  it.each<[Standing[], 'passed' | 'failed' | 'error']>([
    [[], 'passed'],
    [['passed', 'skipped', 'pending'], 'passed'],
    [['passed', 'undecided'], 'failed'],
    [['passed', 'failed', 'undecided'], 'failed'],
    [['undecided', 'error'], 'error'],
    [['failed', 'error', 'passed'], 'error'],
    // A name that wire.ts failed to translate, for example from another release.
    [['passed', 'unsure' as Standing], 'failed'],
  ])('%j: %s', (standings, expected) => {
    expect(conclude(standings)).toBe(expected);
  });

  it('asks for a look at everything that has a verdict other than passed', () => {
    const standings: Record<Standing, boolean> = {
      passed: false,
      failed: true,
      undecided: true,
      error: true,
      skipped: false,
      pending: false,
      running: false,
    };
    for (const [standing, expected] of Object.entries(standings))
      expect([standing, isBad(standing as Standing)]).toEqual([standing, expected]);
    expect(isBad('unsure' as Standing)).toBe(true);
  });
});

describe('what people read of a run', () => {
  const counts = { failed: 0, error: 0, undecided: 0 };

  it.each<[string, Partial<typeof counts>, string]>([
    ['failed', { undecided: 2 }, 'undecided'],
    ['failed', { undecided: 2, failed: 1 }, 'failed'],
    ['failed', { undecided: 2, error: 1 }, 'failed'],
    // The run itself failed, for example because nothing was tested.
    ['failed', {}, 'failed'],
    ['error', { undecided: 2 }, 'error'],
    ['cancelled', { undecided: 2 }, 'cancelled'],
    ['passed', {}, 'passed'],
  ])('%s with %j: %s', (status, some, expected) => {
    expect(shownStatus(status, { ...counts, ...some })).toBe(expected);
  });
});

describe('an outcome', () => {
  it('is undecided only where nobody is known to be at fault', () => {
    expect(outcomeOf(undefined)).toBe('passed');
    expect(outcomeOf({ class: 'unsure' })).toBe('undecided');
    for (const named of ['wrong', 'silent', 'network', 'configuration', 'internal'] as const)
      expect(outcomeOf({ class: named })).toBe('failed');
  });

  it.each<[Outcome, Outcome, Outcome]>([
    ['passed', 'failed', 'failed'],
    ['undecided', 'failed', 'failed'],
    ['error', 'failed', 'error'],
    ['failed', 'failed', 'failed'],
    ['passed', 'passed', 'passed'],
    ['undecided', 'passed', 'undecided'],
    ['failed', 'passed', 'failed'],
  ])('%s, with a step that is judged anew as %s, is %s', (test, step, expected) => {
    expect(afterRevision(test, step)).toBe(expected);
  });
});
