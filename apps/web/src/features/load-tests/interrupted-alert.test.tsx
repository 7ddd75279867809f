import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { InterruptedAlert } from './interrupted-alert.tsx';

afterEach(cleanup);

it.each([
  ['nothing was measured', false, 'Nothing was measured'],
  ['it was measured up to there', true, 'Interrupted'],
])('says of a load test that broke off that %s', (_, isMeasured, title) => {
  render(<InterruptedAlert isMeasured={isMeasured} />);
  expect(screen.getByRole('alert').textContent).toContain(title);
});
