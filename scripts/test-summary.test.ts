import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { summaryOf } from './test-summary.mjs';

const budgets = { seconds: 60, files: { 'calls.test.ts': 200 } };

const layer = (name: string, outcome: object) => ({
  name,
  seconds: 12,
  passed: 0,
  failed: 0,
  ...outcome,
});

describe('the end of npm test', () => {
  it('is two figures where everything ran', () => {
    const { lines, isGood } = summaryOf([layer('checks', { passed: 9 })], budgets);
    expect(lines).toEqual(['checks         12 s  9 passed, 0 failed', '9 passed, 0 failed']);
    expect(isGood).toBe(true);
  });

  it('counts what was skipped, and names the layers that were left out', () => {
    const { lines, isGood } = summaryOf(
      [
        layer('unit', { passed: 5, skipped: 2 }),
        layer('browser', { skipped: 40, note: 'left out: no Chromium', isLeftOut: true }),
      ],
      budgets,
    );
    expect(lines).toEqual([
      'unit           12 s  5 passed, 0 failed, 2 skipped',
      'browser        12 s  0 passed, 0 failed, 40 skipped (left out: no Chromium)',
      '5 passed, 0 failed, 42 skipped; left out: browser',
    ]);
    expect(isGood).toBe(true);
  });

  it('counts what passed only on a retry, and names it', () => {
    const retried = ['a.test.ts: waits'];
    const { lines, isGood } = summaryOf(
      [layer('unit', { passed: 5, retried }), layer('server', { passed: 7, failed: 0 })],
      budgets,
    );
    expect(lines).toEqual([
      'unit           12 s  5 passed, 0 failed, 1 on a retry',
      'server         12 s  7 passed, 0 failed',
      'passed on a retry: unit: a.test.ts: waits',
      '12 passed, 0 failed, 1 on a retry',
    ]);
    expect(isGood).toBe(true);
  });

  it('names the files that are over their budgets, the slowest first', () => {
    const files = [
      { file: 'a.test.ts', seconds: 60 },
      { file: 'b.test.ts', seconds: 61 },
      { file: 'calls.test.ts', seconds: 199 },
    ];
    const slower = [{ file: 'calls.test.ts', seconds: 202.4 }];
    const rows = [layer('unit', { passed: 5, files }), layer('server', { files: slower })];
    const { lines, isGood } = summaryOf(rows, budgets);
    expect(lines.filter((line) => line.startsWith('over'))).toEqual([
      'over its budget of 200 s: server: calls.test.ts took 202 s',
      'over its budget of 60 s: unit: b.test.ts took 61 s',
    ]);
    expect(isGood).toBe(true);
  });

  it('has budgets of its own only for files that are there', () => {
    const { files } = JSON.parse(readFileSync('scripts/test-budgets.json', 'utf8'));
    expect(Object.keys(files).filter((file) => !existsSync(file))).toEqual([]);
  });

  it.each([
    ['a test failed', layer('unit', { passed: 5, failed: 1 })],
    ['nothing ran', layer('browser', { skipped: 40, isLeftOut: true })],
  ])('is no success where %s', (_, row) => {
    expect(summaryOf([row], budgets).isGood).toBe(false);
  });
});
