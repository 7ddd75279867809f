import { parseSuite, type RunResult, type TestResult } from '@parley/suite';
import { describe, expect, it } from 'vitest';
import { newlyBad, strictTextOf } from './strict-rules.ts';

describe('a text with strict rules', () => {
  it('keeps its comments and says what would become an error', () => {
    const source =
      'configuration:\n  # about the suite\n  locale: en-US\n  conccurency: 3\n---\n- test: A\n- hi: hi\n';
    const strict = strictTextOf(source);
    expect(strict.source).toContain('# about the suite');
    expect(parseSuite(strict.source).suite.configuration.syntax).toBe(2);
    expect(strict.problems.map(({ message }) => message)).toEqual([
      '"conccurency" means nothing to Parley. Did you mean "concurrency"?',
    ]);
    expect(strict.isRunnable).toBe(false);
  });

  it('says nothing of errors that are there already', () => {
    const strict = strictTextOf('configuration: { retries: many }\n---\n- test: A\n- hi: hi\n');
    expect(strict.problems).toEqual([]);
    expect(strict.isRunnable).toBe(false);
  });

  it('can be run where nothing is wrong', () => {
    expect(strictTextOf('- test: A\n- hi: hi\n')).toMatchObject({ problems: [], isRunnable: true });
  });
});

const test = (name: string, outcome: TestResult['outcome'], message?: string): TestResult => ({
  name,
  outcome,
  attempt: 1,
  steps: [],
  ...(message && { failure: { class: 'configuration', code: 'x', message } }),
});
const result = (...tests: TestResult[]) => ({ tests }) as RunResult;

describe('tests that turn red', () => {
  it('are those that ended well before, each with its reason', () => {
    const now = result(test('A', 'passed'), test('B', 'failed', 'wrong'), test('C', 'passed'));
    const then = result(
      test('A', 'failed', 'Nothing was found'),
      test('B', 'failed', 'wrong'),
      test('C', 'passed'),
    );
    expect(newlyBad(now, then)).toEqual([
      { name: 'A', outcome: 'failed', reason: 'Nothing was found' },
    ]);
  });

  it('have the whole run beside them where nothing was tested', () => {
    const failure = { class: 'configuration', code: 'nothing-tested', message: 'Nothing' } as const;
    const then = { ...result(test('A', 'passed')), failure };
    expect(newlyBad(result(test('A', 'passed')), then)).toEqual([
      { name: 'The whole run', outcome: 'error', reason: 'Nothing' },
    ]);
  });
});
