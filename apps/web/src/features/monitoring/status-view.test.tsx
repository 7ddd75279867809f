import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StatusView } from './status-view.tsx';

afterEach(cleanup);

it.each([
  [0, '0%'],
  [57 / 100, '57%'],
  [29 / 100, '29%'],
  [2 / 3, '66.66%'],
  [99_999 / 100_000, '99.99%'],
  [999_999 / 1_000_000, '99.99%'],
  [1, '100%'],
])('says of the share %d that %s of checks passed', (passedShare, words) => {
  const suite = { label: 'Chat', state: 'up' as const, stoppedSince: null, passedShare, days: [] };
  const readAt = '2026-11-21T12:00:00.000Z';
  const page = { title: 'Acme', isListed: false, readAt, suites: [suite], incidents: [] };
  render(<StatusView page={page} />);
  expect(screen.getByText(/of checks passed$/).textContent).toBe(`${words} of checks passed`);
});
