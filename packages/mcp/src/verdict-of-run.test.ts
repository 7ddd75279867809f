import type { RunSummary } from '@parley/contract';
import { describe, expect, it } from 'vitest';
import { caveatsOf, isOver, type Verdict, verdictOf } from './verdict-of-run.ts';

const none = { total: 0, passed: 0, failed: 0, error: 0, unsure: 0, skipped: 0, pending: 0 };

function run(status: RunSummary['status'], counts: Partial<RunSummary['counts']> = {}) {
  return { status, counts: { ...none, ...counts }, overriddenAt: null };
}

describe('the verdict on a run', () => {
  it.each<[string, ReturnType<typeof run>, Verdict]>([
    ['all passed', run('passed', { total: 2, passed: 2 }), 'passed'],
    ['one failed', run('failed', { total: 2, passed: 1, failed: 1 }), 'failed'],
    ['one failed, one is open', run('failed', { failed: 1, unsure: 1 }), 'failed'],
    ['nothing but undecided', run('failed', { total: 2, passed: 1, unsure: 1 }), 'undecided'],
    ['set-up broke', run('error', { total: 1, error: 1 }), 'error'],
    ['set-up broke after tests had passed', run('error', { passed: 3 }), 'error'],
    ['no tests at all', run('passed'), 'untested'],
    ['all skipped', run('passed', { total: 3, skipped: 3 }), 'untested'],
    ['all in quarantine', run('passed', { total: 1, quarantined: 1 }), 'untested'],
    ['nothing asserted', run('passed', { total: 2, passed: 2, unasserted: 2 }), 'untested'],
    ['part in quarantine', run('passed', { passed: 2, quarantined: 1 }), 'passed_with_exceptions'],
    ['part skipped', run('passed', { passed: 2, skipped: 1 }), 'passed_with_exceptions'],
    ['a vacuous check', run('passed', { passed: 2, vacuous: 1 }), 'passed_with_exceptions'],
    ['passed with one open', run('passed', { passed: 2, unsure: 1 }), 'undecided'],
    ['passed with one that never ran', run('passed', { passed: 2, pending: 1 }), 'undecided'],
    ['running, all passed so far', run('running', { total: 2, passed: 2 }), 'running'],
    ['queued', run('queued', { total: 2, pending: 2 }), 'queued'],
    ['cancelled', run('cancelled', { passed: 2 }), 'cancelled'],
    ['interrupted', run('interrupted', { passed: 2 }), 'interrupted'],
  ])('%s', (_, judged, verdict) => {
    expect(verdictOf(judged)).toBe(verdict);
    expect(isOver(judged)).toBe(!['running', 'queued'].includes(verdict));
  });

  it('names what it proves less for', () => {
    expect(
      caveatsOf(
        run('passed', { total: 6, passed: 1, quarantined: 2, skipped: 3, leftOutByOnly: 1 }),
      ),
    ).toEqual([
      '2 in quarantine did not pass and did not count.',
      '2 skipped.',
      '1 left out because another test has `only`.',
    ]);
    expect(caveatsOf(run('passed', { total: 1, passed: 1 }))).toEqual([]);
  });
});
