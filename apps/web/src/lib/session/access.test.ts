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

const everyone = { signedOut, newcomer, waiting, locked, ready };
type Visitor = keyof typeof everyone;

/** Rows: page group; columns: where each visitor is sent, undefined where they may stay. */
const routeTable: Record<PageGroup, Record<Visitor, string | undefined>> = {
  root: {
    signedOut: '/signin',
    newcomer: '/onboarding',
    waiting: '/activation',
    locked: '/projects',
    ready: '/projects',
  },
  'signed-out': {
    signedOut: undefined,
    newcomer: '/onboarding',
    waiting: '/activation',
    locked: '/projects',
    ready: '/projects',
  },
  onboarding: {
    signedOut: '/signin',
    newcomer: undefined,
    waiting: '/activation',
    locked: '/projects',
    ready: '/projects',
  },
  activation: {
    signedOut: '/signin',
    newcomer: '/test-suites',
    waiting: undefined,
    locked: '/test-suites',
    ready: '/test-suites',
  },
  protected: {
    signedOut: '/signin',
    newcomer: '/onboarding',
    waiting: '/activation',
    locked: '/subscribe',
    ready: undefined,
  },
  subscribe: {
    signedOut: '/signin',
    newcomer: undefined,
    waiting: '/projects',
    locked: undefined,
    ready: '/projects',
  },
  unknown: {
    signedOut: '/signin',
    newcomer: undefined,
    waiting: undefined,
    locked: undefined,
    ready: undefined,
  },
};

describe('[A-014, A-015, A-016, A-017, A-022, A-037, A-038, A-040, A-041, A-042, A-043, A-044, A-060, A-061, A-063, A-064, A-123, A-126, A-127, A-286, S-007, S-204] the route table', () => {
  const cases = Object.entries(routeTable).flatMap(([group, row]) =>
    Object.entries(row).map(([visitor, to]) => ({ group, visitor, to })),
  );

  it.each(cases)('sends $visitor on $group pages to $to', ({ group, visitor, to }) => {
    expect(destinationFor(group as PageGroup, everyone[visitor as Visitor], now)).toBe(to);
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
