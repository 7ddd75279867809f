import { describe, expect, it } from 'vitest';
import { summaryOf } from './test-summary.mjs';

const layer = (name: string, outcome: object) => ({
  name,
  seconds: 12,
  passed: 0,
  failed: 0,
  ...outcome,
});

describe('the end of npm test', () => {
  it('is two figures where everything ran', () => {
    const { lines, isGood } = summaryOf([layer('checks', { passed: 9 })]);
    expect(lines).toEqual(['checks         12 s  9 passed, 0 failed', '9 passed, 0 failed']);
    expect(isGood).toBe(true);
  });

  it('counts what was skipped, and names the layers that were left out', () => {
    const { lines, isGood } = summaryOf([
      layer('unit', { passed: 5, skipped: 2 }),
      layer('browser', { skipped: 40, note: 'left out: no Chromium', isLeftOut: true }),
    ]);
    expect(lines).toEqual([
      'unit           12 s  5 passed, 0 failed, 2 skipped',
      'browser        12 s  0 passed, 0 failed, 40 skipped (left out: no Chromium)',
      '5 passed, 0 failed, 42 skipped; left out: browser',
    ]);
    expect(isGood).toBe(true);
  });

  it('counts what passed only on a retry, and names it', () => {
    const retried = ['a.test.ts: waits'];
    const { lines, isGood } = summaryOf([
      layer('unit', { passed: 5, retried }),
      layer('server', { passed: 7, failed: 0 }),
    ]);
    expect(lines).toEqual([
      'unit           12 s  5 passed, 0 failed, 1 on a retry',
      'server         12 s  7 passed, 0 failed',
      'passed on a retry: unit: a.test.ts: waits',
      '12 passed, 0 failed, 1 on a retry',
    ]);
    expect(isGood).toBe(true);
  });

  it.each([
    ['a test failed', layer('unit', { passed: 5, failed: 1 })],
    ['nothing ran', layer('browser', { skipped: 40, isLeftOut: true })],
  ])('is no success where %s', (_, row) => {
    expect(summaryOf([row]).isGood).toBe(false);
  });
});
