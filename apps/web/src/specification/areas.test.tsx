/** Tests the areas of the application for a user with access to all of them. */
import type { LoadTest } from '@parley/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nora } from '#/lib/testing/people.ts';
import { run } from '#/lib/testing/runs.ts';
import {
  closeDashboard,
  heading,
  never,
  openDashboard,
  organizationPath,
  pathNow,
  trail,
} from './open-dashboard.tsx';

// The charts need a canvas.
vi.mock('#/features/load-tests/load-charts.tsx', () => ({ LoadCharts: () => null }));

afterEach(closeDashboard);

const user = { ...nora, loadTestingEnabled: true, exploratoryTestingEnabled: true };

const loadTest: LoadTest = {
  id: 'l1',
  name: 'Friday evening',
  suiteId: 's1',
  suiteName: 'Greeting',
  tests: null,
  environment: null,
  environmentVersion: null,
  targetHost: 'bot.test',
  profile: { kind: 'steady', users: 2, durationS: 5 },
  thinkTimeMs: 500,
  thresholds: [],
  status: 'running',
  workers: 1,
  stopRequested: false,
  startedBy: 'Nora Lind',
  createdAt: '2026-01-01T00:00:00.000Z',
  startsAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  shares: 1,
  workersLost: 0,
  summary: null,
};

describe('an area', () => {
  it.each([
    ['/projects', 'Projects'],
    ['/projects/p1', 'Hotline'],
    ['/test-suite/s1', 'Greeting'],
    ['/history/testruns/r1', 'Greeting · #12'],
    ['/devices', 'Virtual Devices'],
    ['/load', 'Load Test'],
    ['/explore', 'Exploratory Tests'],
    ['/history', 'History'],
    ['/billing', 'Billing & Usage'],
    ['/account', 'My Account'],
  ])('[A-004, A-065] %s is called %s', async (path, name) => {
    const answers = { [`GET ${organizationPath}/runs/r1`]: { json: run } };
    await openDashboard(path, { user, answers });
    await waitFor(() => expect(heading()).toBe(name));
    expect(pathNow()).toBe(path);
  });
});

it('[A-004] the menu leads to every area', async () => {
  await openDashboard('/account', { user });
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  const links = menu.getAllByRole('link').map((link) => link.getAttribute('href'));
  for (const path of ['/projects', '/explore', '/load', '/devices', '/history', '/billing'])
    expect(links).toContain(path);
});

describe('load testing', () => {
  const answers = {
    [`GET ${organizationPath}/loadtests/l1`]: { json: loadTest },
    [`GET ${organizationPath}/loadtests/l1/report`]: never,
    [`GET ${organizationPath}/loadtests/l1/points`]: never,
  };

  it('[A-066] is set up on a page of its own', async () => {
    await openDashboard('/load/setup', { user });
    await waitFor(() => expect(heading()).toBe('New load test'));
    expect(trail()).toEqual(['Dashboard', 'Load Test', 'Setup']);
  });

  it('[A-066] is watched on a page of its own', async () => {
    await openDashboard('/load/l1/monitoring', { user, answers });
    await screen.findByRole('progressbar', { name: 'Progress of the load test' });
    await waitFor(() => expect(heading()).toBe('Friday evening'));
    expect(trail()).toEqual(['Dashboard', 'Load Test', 'Friday evening', 'Monitoring']);
  });

  it('[A-066] has its results on a page of their own', async () => {
    await openDashboard('/load/l1/results', { user, answers });
    await screen.findByText('The load test is still running');
    await waitFor(() => expect(heading()).toBe('Friday evening'));
    expect(trail()).toEqual(['Dashboard', 'Load Test', 'Friday evening', 'Results']);
  });
});
