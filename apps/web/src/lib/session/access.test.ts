import { describe, expect, it } from 'vitest';
import { acme, nora } from '../testing/people.ts';
import {
  destinationFor,
  isActivated,
  isPending,
  type PageGroup,
  type SessionFacts,
} from './access.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');

const ready: SessionFacts = {
  isLoading: false,
  isPasswordUpdating: false,
  user: nora,
  organization: acme,
};
const signedOut = { ...ready, user: null, organization: null };
const newcomer = { ...ready, user: { ...nora, memberOf: [] }, organization: null };
const waiting = { ...ready, organization: { ...acme, requiresActivation: true } };
const locked = { ...ready, organization: { ...acme, subscription: null } };

/** Fails the third check and the fourth; a newcomer fails the second, too. */
const waitingAndLocked = {
  ...waiting,
  organization: { ...waiting.organization, subscription: null },
};

const everyone = { signedOut, newcomer, waiting, waitingAndLocked, locked, ready };

/** A page group, a visitor, and where they are sent; undefined where they may stay. */
type Cell = readonly [PageGroup, keyof typeof everyone, string | undefined];

const specifiedCells = [
  ['A-014, S-007', 'root', 'signedOut', '/signin'],
  ['A-015', 'root', 'newcomer', '/onboarding'],
  ['A-016', 'root', 'waiting', '/activation'],
  ['A-017', 'root', 'ready', '/projects'],
  ['A-022', 'signed-out', 'newcomer', '/onboarding'],
  ['A-022', 'signed-out', 'ready', '/projects'],
  ['A-037', 'onboarding', 'signedOut', '/signin'],
  ['A-038', 'onboarding', 'waiting', '/activation'],
  ['A-038', 'onboarding', 'ready', '/projects'],
  ['A-123', 'activation', 'signedOut', '/signin'],
  ['A-126', 'activation', 'waiting', undefined],
  ['A-127', 'activation', 'newcomer', '/test-suites'],
  ['A-127', 'activation', 'ready', '/test-suites'],
  ['A-040', 'protected', 'signedOut', '/signin'],
  ['A-041, A-044', 'protected', 'newcomer', '/onboarding'],
  ['A-042', 'protected', 'waiting', '/activation'],
  ['A-044', 'protected', 'waitingAndLocked', '/activation'],
  ['A-043', 'protected', 'locked', '/subscribe'],
  ['A-286', 'protected', 'ready', undefined],
  ['A-060', 'subscribe', 'signedOut', '/signin'],
  ['A-061', 'subscribe', 'ready', '/projects'],
  ['A-062, S-030', 'subscribe', 'locked', undefined],
  ['A-063', 'unknown', 'ready', undefined],
  ['A-064, S-035', 'unknown', 'signedOut', '/signin'],
] as const satisfies (readonly [ids: string, ...Cell])[];

const furtherCells = [
  ['root', 'locked', '/projects'],
  ['signed-out', 'signedOut', undefined],
  ['signed-out', 'waiting', '/activation'],
  ['signed-out', 'locked', '/projects'],
  ['onboarding', 'newcomer', undefined],
  ['onboarding', 'locked', '/projects'],
  ['activation', 'locked', '/test-suites'],
  ['subscribe', 'newcomer', undefined],
  ['subscribe', 'waiting', '/projects'],
  ['unknown', 'newcomer', undefined],
  ['unknown', 'waiting', undefined],
  ['unknown', 'locked', undefined],
] as const satisfies Cell[];

describe('the route table', () => {
  it.each(specifiedCells)('[%s] leads from %s pages, %s: to %s', (_, group, visitor, to) => {
    expect(destinationFor(group, everyone[visitor], now)).toBe(to);
  });

  it.each(furtherCells)('leads from %s pages, %s: to %s', (group, visitor, to) => {
    expect(destinationFor(group, everyone[visitor], now)).toBe(to);
  });

  it('[S-204] tells the five states of access apart', () => {
    const states = [signedOut, newcomer, waiting, locked, ready];
    expect(states.map((facts) => destinationFor('protected', facts, now))).toEqual([
      '/signin',
      '/onboarding',
      '/activation',
      '/subscribe',
      undefined,
    ]);
  });
});

describe('a ready user', () => {
  it.each([
    ['[A-198] has an organization', { user: { ...nora, memberOf: [] } }],
    ['[A-199] is verified', { user: { ...nora, verified: false } }],
    ['[A-200] has a current organization', { organization: null }],
    ['[A-201] waits for no activation', { organization: { ...acme, requiresActivation: true } }],
  ])('%s', (_, lacking) => {
    expect(isActivated(ready)).toBe(true);
    expect(isActivated({ ...ready, ...lacking })).toBe(false);
  });

  it('[A-202] is ready while the password is being updated, whatever is loading', () => {
    const updating = { ...ready, isPasswordUpdating: true, isLoading: true, organization: null };
    expect(isActivated(updating)).toBe(true);
    expect(isPending(updating)).toBe(false);
  });

  it('[A-045, A-203] is pending, not refused, while something loads', () => {
    expect(isPending({ ...ready, isLoading: true })).toBe(true);
  });
});
