import type { RunResult, Verdict } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { judgeOf } from './judge-of.ts';

const step = (...verdicts: Partial<Verdict>[]) => ({ verdicts });
const run = (...tests: object[]) => ({ tests }) as unknown as RunResult;
const judge = (fingerprint: string, ...models: string[]) => ({
  votes: [],
  judge: { fingerprint, ...(models.length > 0 && { models }) },
});

describe('the judge of a run', () => {
  it.each([
    ['is none where no verdict is of a judge', [step({ passed: true })], undefined],
    ['is named by model and fingerprint', [step(judge('abcdef0123', 'm-1'))], 'm-1 (abcdef01)'],
    ['is named by its fingerprint alone', [step(judge('abcdef0123'))], 'abcdef01'],
    ['is not known of earlier releases', [step({ votes: [] })], 'Not recorded'],
    [
      'is each of several, once',
      [step(judge('b', 'm'), judge('a', 'm')), step(judge('b', 'm'))],
      'm (a); m (b)',
    ],
  ])('%s', (_, steps, name) => {
    expect(judgeOf(run({ steps }))).toBe(name);
  });

  it('is that of all tries of a test', () => {
    const tries = [{ steps: [step(judge('a'))] }, { steps: [step(judge('b'))] }];
    expect(judgeOf(run({ steps: [step(judge('a'))], tries }))).toBe('a; b');
  });
});
