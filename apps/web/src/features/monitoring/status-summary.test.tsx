import type { StatusPage } from '@parley/contract';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { StatusSummary } from './status-summary.tsx';

afterEach(cleanup);

type State = StatusPage['suites'][number]['state'];

it.each<[State[], string, 'check' | 'no check']>([
  [['up'], 'No failures', 'check'],
  [['up', 'paused'], 'No failures, 1 paused', 'check'],
  [['paused', 'paused'], 'Checks are paused', 'no check'],
  [['unknown'], 'Not being checked', 'no check'],
  [['stopped', 'unknown'], 'Not being checked', 'no check'],
  [['up', 'unknown'], '1 of 2 not being checked', 'no check'],
  [['up', 'stopped', 'paused'], '1 of 3 not being checked', 'no check'],
  [['up', 'down'], '1 of 2 failing', 'no check'],
  [['down', 'stopped'], '1 of 2 failing, 1 not being checked', 'no check'],
])('says of %j “%s”, with %s', (states, text, check) => {
  const suites = states.map((state, index) => ({
    label: `Suite ${index}`,
    state,
    stoppedSince: null,
    passedShare: 1,
    days: [],
  }));
  render(<StatusSummary suites={suites} />);
  const summary = screen.getByRole('status');
  expect(summary.textContent).toBe(text);
  const isGreen = summary.querySelector('.text-passed') !== null;
  expect(isGreen ? 'check' : 'no check').toBe(check);
});
