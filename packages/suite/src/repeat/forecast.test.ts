import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { forecastsOf } from './forecast.ts';

it('the page about repeats shows what the default rule does', () => {
  const page = readFileSync(new URL('../../../../docs/repeats.md', import.meta.url), 'utf8');
  const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
  for (const one of forecastsOf({ passRate: 0.95, tolerate: 0.8, maxTries: 50 })) {
    const shares = [one.rate, one.passed, one.failed, one.undecided].map(percent);
    expect(page).toContain(`| ${shares.join(' | ')} | ${Math.round(one.meanTries)} |`);
  }
});
