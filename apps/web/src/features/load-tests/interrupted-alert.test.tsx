import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { InterruptedAlert } from './interrupted-alert.tsx';

afterEach(cleanup);

const summary = { conversations: 9, turns: 12, errorRate: 0, p50: 80, p95: 90, p99: 99 };

it.each([
  ['nothing was measured', null, 'Nothing was measured'],
  ['it was measured up to there', summary, 'Not held to its end'],
])('says of a load test that broke off that %s', (_, measured, title) => {
  render(<InterruptedAlert test={{ summary: measured }} />);
  expect(screen.getByRole('alert').textContent).toContain(title);
});
