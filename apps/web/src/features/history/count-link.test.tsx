import '#/lib/testing/missing-in-jsdom.ts';
import type { HistoryFigures } from '@parley/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderPage } from '#/lib/testing/render-page.tsx';
import { DaysTable } from './days-table.tsx';
import { HistoryBreakdown } from './history-breakdown.tsx';
import { HistoryTiles } from './history-tiles.tsx';

const times = { durationMs: 900, answers: 5, p50: 1, p90: 1, p95: 1, p99: 1 };
const counts = { runs: 5, passed: 2, failed: 2, testsPassed: 4, testsFailed: 4, ...times };
const none = { ...counts, runs: 0, passed: 0, failed: 0 };

const figures: HistoryFigures = {
  timeZone: 'UTC',
  utcBecause: null,
  total: counts,
  before: none,
  days: [
    { day: '2026-11-19', ...none },
    { day: '2026-11-20', ...counts },
  ],
  platforms: [{ platform: 'phone', ...counts }],
  triggers: [{ trigger: 'monitor', ...counts }],
  causes: [{ failureClass: 'silent', runs: 1 }],
};

/** Current filters. A link replaces the result filter and keeps the others. */
const search = { days: 30, projectId: 'p1', status: 'passed', failureClass: 'wrong' } as const;

afterEach(cleanup);

function filtersOf(name: RegExp) {
  const { href } = screen.getByRole<HTMLAnchorElement>('link', { name });
  return Object.fromEntries(new URL(href).searchParams);
}

it.each([
  [/^5 runs, .*20/, { status: 'ended', from: '2026-11-20', to: '2026-11-20' }],
  [/^2 passed, .*20/, { status: 'passed', from: '2026-11-20', to: '2026-11-20' }],
  [/^2 failed, .*20/, { status: 'failing', from: '2026-11-20', to: '2026-11-20' }],
])('a number of a day leads to its runs: %s', async (name, filters) => {
  renderPage(() => <DaysTable days={figures.days} search={search} />, { others: ['/history'] });
  await screen.findByRole('table');
  expect(filtersOf(name)).toEqual({ projectId: 'p1', ...filters });
  expect(screen.getAllByRole('link')).toHaveLength(3);
});

it.each([
  [/^5 runs, Phone/, { status: 'ended', platform: 'phone' }],
  [/^2 failed, Phone/, { status: 'failing', platform: 'phone' }],
  [/^2 passed, Monitoring/, { status: 'passed', trigger: 'monitor' }],
  [/^1 failed run, /, { status: 'failing', failureClass: 'silent' }],
])('a number of a breakdown leads to its runs: %s', async (name, filters) => {
  renderPage(() => <HistoryBreakdown {...{ figures, search }} />, { others: ['/history'] });
  await screen.findAllByRole('table');
  expect(filtersOf(name)).toEqual({ projectId: 'p1', days: '30', ...filters });
});

it('a number of the tiles leads to its runs', async () => {
  renderPage(() => <HistoryTiles {...{ figures, search }} />, { others: ['/history'] });
  await screen.findAllByRole('term');
  expect(filtersOf(/^5 runs/)).toEqual({ projectId: 'p1', days: '30', status: 'ended' });
  expect(filtersOf(/^2 failed runs/)).toEqual({ projectId: 'p1', days: '30', status: 'failing' });
});
