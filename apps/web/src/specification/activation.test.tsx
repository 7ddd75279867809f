/** Tests the page for members whose organization waits for activation. */
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { stateCards } from '#/features/access/verification/state-cards.ts';
import type { VerificationState } from '#/features/access/verification/verification-state.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { closeDashboard, never, openDashboard } from './open-dashboard.tsx';

afterEach(closeDashboard);

const organization = { ...acme, requiresActivation: true };
const domain = 'GET /internal/v1/organizations/domain';
const card = (state: VerificationState) =>
  screen.findByRole('heading', { name: stateCards[state].title });

describe('the look-up of the email’s domain', () => {
  it.each([
    ['A-207', [{ active: false }, { active: true }], 'domain_exists_active'],
    ['A-208', [{ active: false }], 'domain_exists_inactive'],
    ['A-209', [], 'verification_complete'],
  ] as const)('[A-206, %s] that finds %j leads to %s', async (_, json, state) => {
    const network = await openDashboard('/activation', {
      organization,
      answers: { [domain]: { json } },
    });
    expect(await card(state)).toBeDefined();
    const asked = network.requests.filter(({ url }) => url.includes('/organizations/domain'));
    expect(asked.map(({ url }) => url)).toEqual([
      '/internal/v1/organizations/domain?email=nora%40acme.test',
    ]);
  });

  it('[A-206] is told while it lasts', async () => {
    await openDashboard('/activation', { organization, answers: { [domain]: never } });
    expect(await card('checking')).toBeDefined();
  });

  it('[A-210] that fails is told', async () => {
    await openDashboard('/activation', { organization, answers: { [domain]: { status: 400 } } });
    expect(await card('error')).toBeDefined();
  });

  it('[A-204, A-206, A-211] is not made for somebody unverified, who waits', async () => {
    const user = { ...nora, verified: false };
    const network = await openDashboard('/activation', { user, organization });
    expect(await card('manual_activation')).toBeDefined();
    expect(network.count(domain)).toBe(0);
  });
});
