/** The page of members whose organization has no active subscription. */
import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { identity } from '#/lib/identity/current-identity.ts';
import { acme } from '#/lib/testing/people.ts';
import { closeDashboard, openDashboard, pathNow, press } from './open-dashboard.tsx';

afterEach(closeDashboard);

const organization = { ...acme, subscription: null };

describe('the locked account', () => {
  it('[A-143, A-144] has a draft of a mail about a subscription request', async () => {
    await openDashboard('/subscribe', { organization });
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Contact Sales' });
    await waitFor(() => expect(link.protocol).toBe('mailto:'));
    expect(link.pathname).toBe('sales@parley.test');
    expect(new URLSearchParams(link.search).get('subject')).toBe(
      'Parley subscription request: Acme',
    );
  });

  it('[A-145] signs out with “Log Out”', async () => {
    const { requests } = await openDashboard('/subscribe', { organization });
    press('Log Out');
    await waitFor(() => expect(pathNow()).toBe('/signin'));
    expect(identity.currentUser()).toBeNull();
    expect(requests.map(({ url }) => url)).toContain('/api/auth/sign-out');
  });
});
