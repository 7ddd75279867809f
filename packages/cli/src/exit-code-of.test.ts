import type { RecordedRun } from '@parley/engine';
import { describe, expect, it } from 'vitest';
import { exitCodeOf } from './exit-code-of.ts';

type Ending = Partial<RecordedRun['result']['counts']> & {
  status: RecordedRun['result']['status'];
};

const ended = ({ status, ...counts }: Ending) =>
  ({ result: { status, counts: { failed: 0, unsure: 0, ...counts } } }) as RecordedRun;

describe('the exit code of runs', () => {
  it.each<[string, Ending[], number]>([
    ['that passed', [{ status: 'passed' }], 0],
    ['of which one failed', [{ status: 'passed' }, { status: 'failed', failed: 1 }], 1],
    ['with a test that is unsure', [{ status: 'failed', unsure: 1 }], 1],
    ['that met an error', [{ status: 'error' }], 4],
    ['that met an error beside a failed test', [{ status: 'error', failed: 1 }], 1],
    ['that were cancelled', [{ status: 'cancelled', failed: 1 }], 130],
  ])('%s', (_runs, endings, code) => {
    expect(exitCodeOf(endings.map(ended))).toBe(code);
  });
});
