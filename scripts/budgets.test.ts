import { describe, expect, it } from 'vitest';
import { limitsIn } from './budgets.mjs';

describe('a limit in the code', () => {
  it.each([
    'const rowsMax = 200;',
    'export const bytesMax: number = 4 * 1024;',
    'const keptMax = 2 * sharedTextMax;',
    'const limits = { pagesMax: 6 };',
    'const limits = {\n  pagesMax: 6 * 2,\n};',
    'createFairSemaphore({ atOnce: 1, waitMs: 5 })',
    'const requestsPerMinute = 600;',
    'const mailsMax = { address: 3, mailbox: 10 };',
    'const timeoutMs = 10_000;',
    'function list(limit = 50) {}',
  ])('is found: %s', (code) => {
    expect(limitsIn('a.ts', code).length).toBeGreaterThan(0);
  });

  it.each([
    '// const rowsMax = 200;',
    '/** const rowsMax = 200; */',
    "const nameMax = 'a';",
    'const maximum = Math.max(...values);',
    'const max: number;',
  ])('is none: %s', (code) => {
    expect(limitsIn('a.ts', code)).toEqual([]);
  });

  it('is told by its file and its name', () => {
    expect(limitsIn('a.ts', 'const rowsMax = 200;')).toEqual(['a.ts#rowsMax']);
  });
});
