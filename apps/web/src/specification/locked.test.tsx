/** Tests the page for members whose organization has no active subscription. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { identity } from '#/lib/identity/current-identity.ts';
import { acme, nora } from '#/lib/testing/people.ts';
import { closeDashboard, heading, openDashboard, pathNow, press } from './open-dashboard.tsx';

afterEach(closeDashboard);

const organization = { ...acme, subscription: null };

const past = '2026-01-01T00:00:00.000Z';

describe('the locked account', () => {
  it.each([
    ['A-146, A-147', 'trial', past, 'Trial Period Has Ended', /over.*subscribe to a plan/],
    ['A-146, A-147', 'trialEnded', null, 'Trial Period Has Ended', /over.*subscribe to a plan/],
    ['A-148, A-149', 'disabled', null, 'Subscription Disabled', /contact support to reactivate/],
    ['A-148, A-149', 'enabled', past, 'Subscription Disabled', /contact support to reactivate/],
  ] as const)('[%s] says of %s until %s: %s', async (_, status, endDate, title, text) => {
    const subscription = { status, endDate, planId: 'trial' };
    await openDashboard('/subscribe', { organization: { ...acme, subscription } });
    expect(heading()).toBe(title);
    expect(screen.getByText(text)).toBeDefined();
  });

  it('[A-150, A-151] names the support to whoever has no organization', async () => {
    await openDashboard('/subscribe', { user: { ...nora, memberOf: [] } });
    expect(heading()).toBe('Access Restricted');
    expect(screen.getByText(/contact support/)).toBeDefined();
  });

  it('[A-143, A-144] has a draft of a mail about a subscription request', async () => {
    await openDashboard('/subscribe', { organization });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Contact Sales' });
    await waitFor(() => expect(link.protocol).toBe('mailto:'));
    expect(link.pathname).toBe('sales@parley.test');
    expect(new URLSearchParams(link.search).get('subject')).toBe(
      'Parley subscription request: Acme',
    );
  });

  it('[A-145, S-130] signs out with “Log Out”', async () => {
    const { requests } = await openDashboard('/subscribe', { organization });
    press('Log Out');
    await waitFor(() => expect(pathNow()).toBe('/signin'));
    expect(identity.currentUser()).toBeNull();
    expect(requests.map(({ url }) => url)).toContain('/api/auth/sign-out');
  });
});
