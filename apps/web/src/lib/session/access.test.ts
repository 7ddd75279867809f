import type { Subscription } from '@parley/contract';
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
const unverified = { ...ready, user: { ...nora, verified: false } };
/** A member whose organization could not be loaded. */
const homeless = { ...ready, organization: null };

const subscribedAs = (status: Subscription['status'], endDate: string | null) => ({
  ...ready,
  organization: { ...acme, subscription: { status, endDate, planId: null } },
});
const past = '2026-11-20T12:00:00.000Z';

const locked = { ...ready, organization: { ...acme, subscription: null } };
const disabled = subscribedAs('disabled', null);
const trialOver = subscribedAs('trial', past);
const trialEnded = subscribedAs('trialEnded', null);
const ranOut = subscribedAs('enabled', past);
const paying = subscribedAs('enabled', null);

/** Fails the third and the fourth check. A new user also fails the second. */
const waitingAndLocked = {
  ...waiting,
  organization: { ...waiting.organization, subscription: null },
};

const everyone = {
  signedOut,
  newcomer,
  waiting,
  unverified,
  homeless,
  waitingAndLocked,
  locked,
  disabled,
  trialOver,
  trialEnded,
  ranOut,
  paying,
  ready,
};

/** A page group, a visitor and the expected redirect; undefined if the visitor can stay. */
type Cell = readonly [PageGroup, keyof typeof everyone, string | undefined];

const specifiedCells = [
  ['A-014, S-007', 'root', 'signedOut', '/signin'],
  ['A-015, S-007', 'root', 'newcomer', '/onboarding'],
  ['A-016, S-007', 'root', 'waiting', '/activation'],
  ['A-016', 'root', 'unverified', '/activation'],
  ['A-016', 'root', 'homeless', '/activation'],
  ['A-017, S-007', 'root', 'ready', '/projects'],
  ['A-017', 'root', 'locked', '/projects'],
  ['A-018, A-019, A-020, A-021', 'signed-out', 'signedOut', undefined],
  ['A-022, A-023, A-024, A-025', 'signed-out', 'newcomer', '/onboarding'],
  ['A-022, A-023, A-024, A-025', 'signed-out', 'waiting', '/activation'],
  ['A-022, A-023, A-024, A-025', 'signed-out', 'locked', '/projects'],
  ['A-022, A-023, A-024, A-025', 'signed-out', 'ready', '/projects'],
  ['A-037', 'onboarding', 'signedOut', '/signin'],
  ['A-038', 'onboarding', 'newcomer', undefined],
  ['A-038', 'onboarding', 'waiting', '/activation'],
  ['A-038', 'onboarding', 'locked', '/projects'],
  ['A-038', 'onboarding', 'ready', '/projects'],
  ['A-123', 'activation', 'signedOut', '/signin'],
  ['A-126', 'activation', 'waiting', undefined],
  ['A-126', 'activation', 'unverified', undefined],
  ['A-126', 'activation', 'homeless', undefined],
  ['A-127', 'activation', 'newcomer', '/test-suites'],
  ['A-127', 'activation', 'locked', '/test-suites'],
  ['A-127', 'activation', 'ready', '/test-suites'],
  ['A-040, A-044', 'protected', 'signedOut', '/signin'],
  ['A-041, A-044', 'protected', 'newcomer', '/onboarding'],
  ['A-042', 'protected', 'waiting', '/activation'],
  ['A-042', 'protected', 'unverified', '/activation'],
  ['A-042', 'protected', 'homeless', '/activation'],
  ['A-044', 'protected', 'waitingAndLocked', '/activation'],
  ['A-043, A-044', 'protected', 'locked', '/subscribe'],
  ['A-043', 'protected', 'disabled', '/subscribe'],
  ['A-043', 'protected', 'trialOver', '/subscribe'],
  ['A-043', 'protected', 'trialEnded', '/subscribe'],
  ['A-043', 'protected', 'ranOut', '/subscribe'],
  ['A-043', 'protected', 'paying', undefined],
  ['A-043, A-286', 'protected', 'ready', undefined],
  ['A-060', 'subscribe', 'signedOut', '/signin'],
  ['A-061', 'subscribe', 'ready', '/projects'],
  ['A-061', 'subscribe', 'paying', '/projects'],
  ['A-061', 'subscribe', 'waiting', '/projects'],
  ['A-062, S-030', 'subscribe', 'locked', undefined],
  ['A-062', 'subscribe', 'disabled', undefined],
  ['A-062', 'subscribe', 'trialOver', undefined],
  ['A-062', 'subscribe', 'trialEnded', undefined],
  ['A-062', 'subscribe', 'ranOut', undefined],
  ['A-062', 'subscribe', 'newcomer', undefined],
  ['A-063', 'unknown', 'newcomer', undefined],
  ['A-063', 'unknown', 'waiting', undefined],
  ['A-063', 'unknown', 'locked', undefined],
  ['A-063', 'unknown', 'ready', undefined],
  ['A-064, S-035', 'unknown', 'signedOut', '/signin'],
] as const satisfies (readonly [ids: string, ...Cell])[];

describe('the route table', () => {
  it.each(specifiedCells)('[%s] leads from %s pages, %s: to %s', (_, group, visitor, to) => {
    expect(destinationFor(group, everyone[visitor], now)).toBe(to);
  });

  it('[S-204, A-286] tells the five states of access apart', () => {
    const states = [signedOut, newcomer, waiting, locked, ready];
    expect(states.map((facts) => destinationFor('protected', facts, now))).toEqual([
      '/signin',
      '/onboarding',
      '/activation',
      '/subscribe',
      undefined,
    ]);
    const unverified = { ...ready, user: { ...nora, verified: false } };
    const without = { ...ready, organization: null };
    for (const facts of [unverified, without])
      expect(destinationFor('protected', facts, now)).toBe('/activation');
  });
});

describe('[A-286] access to a protected page', () => {
  it.each(['owner', 'admin', 'member'] as const)('is the same for an %s', (role) => {
    const memberOf = [{ id: 'o1', name: 'Acme', role }];
    const facts = { ...ready, user: { ...nora, memberOf } };
    expect(destinationFor('protected', facts, now)).toBeUndefined();
  });

  it.each([
    ['an unverified address', { user: { ...nora, verified: false } }, '/activation'],
    ['no current organization', { organization: null }, '/activation'],
  ])('is not for somebody with %s', (_, lacking, to) => {
    expect(destinationFor('protected', { ...ready, ...lacking }, now)).toBe(to);
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
    expect(destinationFor('protected', ready, now)).toBeUndefined();
    const elsewhere = expect.stringMatching(/^\/(onboarding|activation)$/);
    expect(destinationFor('protected', { ...ready, ...lacking }, now)).toEqual(elsewhere);
    expect(destinationFor('root', { ...ready, ...lacking }, now)).toEqual(elsewhere);
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
