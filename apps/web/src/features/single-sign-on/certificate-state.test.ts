import { expect, it } from 'vitest';
import { certificateState } from './certificate-state.ts';

const now = Date.parse('2026-06-01T00:00:00.000Z');
const on = (...days: string[]) => days.map((day) => ({ expiresAt: `${day}T00:00:00.000Z` }));

it.each([
  ['good for long', on('2027-01-01'), 'good'],
  ['good for a month from now', on('2026-07-01'), 'good'],
  ['about to expire', on('2026-06-30'), 'soon'],
  ['over at this moment', on('2026-06-01'), 'over'],
  ['replaced before the old one is over', on('2026-06-02', '2027-01-01'), 'good'],
] as const)('a certificate is %s', (_, certificates, state) => {
  expect(certificateState(certificates, now).state).toBe(state);
});
