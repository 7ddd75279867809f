import { describe, expect, it } from 'vitest';
import { parseSuite } from '../format/parse/parse.ts';
import { planRun } from './plan.ts';

function plan(heads: string[], tests?: string[]): string[] {
  const { suite } = parseSuite(heads.map((head) => `---\n- ${head}\n- hi\n`).join(''));
  return planRun(suite, tests ? { tests } : {}).map(
    ({ index, test, mode }) => `${index} ${test.name} ${mode}`,
  );
}

describe('planRun', () => {
  it('runs all tests in their order', () => {
    expect(plan(['test: A', 'test: B'])).toEqual(['0 A run', '1 B run']);
  });

  it('leaves out what is to be skipped', () => {
    expect(plan(['test: A', 'test.skip: B'])).toEqual(['0 A run', '1 B skipped']);
  });

  it('leaves out every other test as soon as one is "only"', () => {
    expect(plan(['test: A', 'test.only: B', 'test.only: C', 'test.skip: D'])).toEqual([
      '0 A skipped',
      '1 B run',
      '2 C run',
      '3 D skipped',
    ]);
  });

  it('runs exactly the tests that are asked for by name, whatever their mode', () => {
    expect(plan(['test: A', 'test.only: B', 'test.skip: C'], ['C', 'A', 'Z'])).toEqual([
      '0 A run',
      '1 C run',
    ]);
  });
});
