import { expect, it } from 'vitest';
import { type DomainLookUp, verificationState } from './verification-state.ts';

const waiting = { user: { verified: true }, organization: { requiresActivation: true } };
const unverified = { ...waiting, user: { verified: false } };
const found = (...active: boolean[]): DomainLookUp => ({
  status: 'success',
  organizations: active.map((isActive) => ({ active: isActive })),
});

it.each([
  ['[A-206] is checking while the domain is looked up', waiting, { status: 'pending' }, 'checking'],
  ['[A-207] finds an active organization', waiting, found(false, true), 'domain_exists_active'],
  ['[A-208] finds only inactive ones', waiting, found(false), 'domain_exists_inactive'],
  ['[A-209] finds none', waiting, found(), 'verification_complete'],
  ['[A-210] cannot look them up', waiting, { status: 'error' }, 'error'],
  ['[A-204, A-205, A-211] bypasses verification', unverified, found(), 'manual_activation'],
  [
    '[A-211] has no organization to judge',
    { ...waiting, organization: null },
    found(),
    'manual_activation',
  ],
  [
    '[A-211] has an organization that waits for nothing',
    { ...waiting, organization: { requiresActivation: false } },
    found(),
    'manual_activation',
  ],
] as const)('%s', (_, facts, lookUp, state) => {
  expect(verificationState(facts, lookUp)).toBe(state);
});

it('would ask an unverified user to verify if the bypass were off', () => {
  expect(verificationState(unverified, found(), true)).toBe('pending_verification');
});

it('[A-129] comes to seven states in all', () => {
  const people = [waiting, unverified, { ...waiting, organization: null }];
  const lookUps: DomainLookUp[] = [
    { status: 'pending' },
    { status: 'error' },
    found(),
    found(false),
    found(true),
  ];
  const states = people.flatMap((facts) =>
    lookUps.flatMap((lookUp) =>
      [true, false].map((isAsked) => verificationState(facts, lookUp, isAsked)),
    ),
  );
  expect([...new Set(states)].toSorted()).toEqual([
    'checking',
    'domain_exists_active',
    'domain_exists_inactive',
    'error',
    'manual_activation',
    'pending_verification',
    'verification_complete',
  ]);
});
