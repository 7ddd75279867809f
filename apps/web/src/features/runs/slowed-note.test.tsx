import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { SlowedNote } from './slowed-note.tsx';

afterEach(cleanup);

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
  render(<SlowedNote slowed={slowed} />);
  expect(screen.getByText(words)).toBeTruthy();
});

it('says nothing of a run that did not wait', () => {
  const { container } = render(<SlowedNote slowed={undefined} />);
  expect(container.textContent).toBe('');
});
