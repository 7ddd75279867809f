import type { Failure } from '@parley/suite';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { RunBanner } from './run-banner.tsx';

afterEach(cleanup);

const nothing = {
  failure: undefined,
  shared: undefined,
  leftOutByOnly: undefined,
  slowed: undefined,
};

it.each([
  [
    { waitedMs: 12_345, perSecond: 50 },
    'Slowed: the host may be asked 50 times a second; this run waited 12.3 s.',
  ],
  [
    { waitedMs: 2_000, perSecond: 1 },
    'Slowed: the host may be asked once a second; this run waited 2.0 s.',
  ],
  [{ waitedMs: 2_000 }, 'Slowed: the host may be asked only so often; this run waited 2.0 s.'],
])('tells of a run with %j how it was slowed', (slowed, words) => {
  render(<RunBanner {...nothing} slowed={slowed} />);
  expect(screen.getByRole('status').textContent).toBe(words);
});

it('says everything that concerns the whole run in one place, the most serious first', () => {
  const failure: Failure = { class: 'network', code: 'dns', message: 'No such host.' };
  render(
    <RunBanner
      shared={failure}
      failure={undefined}
      leftOutByOnly={2}
      slowed={{ waitedMs: 2_000 }}
    />,
  );
  const text = screen.getByRole('alert').textContent ?? '';
  const order = ['all for the same reason', 'No such host.', '2 tests did not run', 'Slowed'];
  const places = order.map((words) => text.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(-1);
});

it('is not there where nothing concerns the whole run', () => {
  const { container } = render(<RunBanner {...nothing} />);
  expect(container.textContent).toBe('');
});
