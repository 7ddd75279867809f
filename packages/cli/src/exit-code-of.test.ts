import type { RecordedRun } from '@parley/engine';
import { describe, expect, it } from 'vitest';
import { exitCodeOf } from './exit-code-of.ts';

type Ending = Partial<RecordedRun['result']['counts']> & {
  status: RecordedRun['result']['status'];
  code?: string;
  warnings?: string[];
  /** Outcomes of repeated tests. */
  tried?: string[];
};

const ended = ({ status, code, warnings, tried = [], ...counts }: Ending) =>
  ({
    result: {
      status,
      counts: { failed: 0, undecided: 0, error: 0, ...counts },
      tests: [
        { name: 'A', steps: [], warnings },
        ...tried.map((outcome) => ({ name: 'B', steps: [], outcome, tries: [] })),
      ],
      ...(code && { failure: { code } }),
    },
  }) as unknown as RecordedRun;

const usual = { isStrict: false, passesWithNoTests: false, undecided: 5, warnsUndecided: false };
const open: Ending = { status: 'failed', undecided: 1, tried: ['undecided'] };
const emptied: Ending = { status: 'error', code: 'nothing-tested' };

describe('the exit code of runs', () => {
  it.each<[string, Ending[], number]>([
    ['that passed', [{ status: 'passed' }], 0],
    ['of which one failed', [{ status: 'passed' }, { status: 'failed', failed: 1 }], 1],
    ['whose tries do not decide', [{ status: 'passed' }, open], 5],
    ['whose tries do not decide beside a failed test', [{ ...open, failed: 1 }], 1],
    ['whose tries do not decide beside a failed run', [open, { status: 'failed', failed: 1 }], 1],
    ['whose tries do not decide beside a run with an error', [open, { status: 'error' }], 4],
    ['with tries and a single try that are undecided', [{ ...open, undecided: 2 }], 1],
    ['whose tries do not decide in a run that broke', [{ ...open, code: 'run-timeout' }], 1],
    ['with a test that is undecided', [{ status: 'failed', undecided: 1 }], 1],
    ['that met an error beside an undecided test', [{ status: 'error', undecided: 1 }], 1],
    ['that failed by what this release does not count', [{ status: 'failed' }], 1],
    ['that met an error', [{ status: 'error' }], 4],
    ['that met an error beside a failed test', [{ status: 'error', failed: 1 }], 1],
    ['that were cancelled', [{ status: 'cancelled', failed: 1 }], 130],
    ['of which there is none', [], 4],
    ['of which one tested nothing', [{ status: 'passed' }, emptied], 4],
    ['with a check that could not fail', [{ status: 'passed', vacuous: 1 }], 0],
  ])('%s', (_runs, endings, code) => {
    expect(exitCodeOf(endings.map(ended), usual)).toBe(code);
  });

  it.each<[string, Ending[], number]>([
    ['of which the limit cut one off', [{ status: 'passed' }, { status: 'cancelled' }], 5],
    ['of which one had failed before', [{ status: 'cancelled', failed: 1 }], 1],
    ['of which another had failed', [{ status: 'failed', failed: 1 }, { status: 'cancelled' }], 1],
    ['of which another met an error', [{ status: 'error' }, { status: 'cancelled' }], 4],
    ['that ended before the limit had an effect', [{ status: 'passed' }], 0],
  ])('%s, when a limit was reached', (_runs, endings, code) => {
    expect(exitCodeOf(endings.map(ended), usual, { byLimit: true })).toBe(code);
    const passing = { ...usual, undecided: 0 };
    expect(exitCodeOf(endings.map(ended), passing, { byLimit: true })).toBe(code);
  });

  it.each<[string, Ending[], number]>([
    ['that passed', [{ status: 'passed' }], 0],
    ['with a check that could not fail', [{ status: 'passed', vacuous: 1 }], 4],
    ['with a test that asserts nothing', [{ status: 'passed', unasserted: 1 }], 4],
    ['with tests left out by only', [{ status: 'passed', leftOutByOnly: 3 }], 4],
    ['with a template without a value', [{ status: 'passed', warnings: ['x'] }], 4],
    ['that failed as well', [{ status: 'failed', failed: 1, vacuous: 1 }], 1],
  ])('%s, under --strict', (_runs, endings, code) => {
    expect(exitCodeOf(endings.map(ended), { ...usual, isStrict: true })).toBe(code);
  });

  it.each<[string, Ending[], number]>([
    ['of which there is none', [], 0],
    ['of which one tested nothing', [{ status: 'passed' }, emptied], 0],
    ['of which one failed', [emptied, { status: 'failed', failed: 1 }], 1],
    ['that met another error', [emptied, { status: 'error' }], 4],
  ])('%s, under --pass-with-no-tests', (_runs, endings, code) => {
    expect(exitCodeOf(endings.map(ended), { ...usual, passesWithNoTests: true })).toBe(code);
  });
});
