import { type SingleSignOn, samlRefusalReasons } from '@parley/contract';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SingleSignOnDetails } from './single-sign-on-details.tsx';

const stored: SingleSignOn = {
  company: 'acme',
  domain: 'acme.test',
  isDomainProven: true,
  domainRecord: { name: '_parley.acme.test', value: 'parley-domain=x' },
  identityProvider: 'https://idp.acme.test',
  metadataUrl: null,
  certificates: [{ expiresAt: '2040-01-01T00:00:00.000Z' }],
  serviceProvider: {
    entityId: 'https://parley.test/metadata',
    assertionConsumerUrl: 'https://parley.test/acs',
    metadataUrl: 'https://parley.test/metadata',
  },
  unverifiedMembers: { count: 0, hasCaller: false },
};

beforeEach(() => {
  vi.stubGlobal('open', (address: string) => {
    const id = new URL(address, location.origin).searchParams.get('channel');
    const channel = new BroadcastChannel(`parley-sign-in:${id}`);
    setTimeout(() => {
      channel.postMessage({ error: null, email: 'olga@acme.test' });
      channel.close();
    });
    return { closed: false };
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('tells of a test only while the settings are those that it tried', async () => {
  const { rerender } = render(<SingleSignOnDetails mayChange stored={stored} />);
  fireEvent.click(screen.getByRole('button', { name: 'Test connection' }));
  await screen.findByText('Connection works');
  rerender(<SingleSignOnDetails mayChange stored={{ ...stored }} />);
  expect(screen.queryByText('Connection works')).not.toBeNull();
  rerender(
    <SingleSignOnDetails
      mayChange
      stored={{ ...stored, identityProvider: 'https://other.test' }}
    />,
  );
  expect(screen.queryByText('Connection works')).toBeNull();
});

function refuse(outcome: object) {
  vi.stubGlobal('open', (address: string) => {
    const { searchParams } = new URL(address, location.origin);
    const channel = new BroadcastChannel(`parley-sign-in:${searchParams.get('channel')}`);
    setTimeout(() => {
      channel.postMessage({ error: 'auth/internal-error', email: null, ...outcome });
      channel.close();
    });
    expect(searchParams.has('test')).toBe(true);
    return { closed: false };
  });
}

it.each(samlRefusalReasons)(
  'says what to do about a response with the reason %s',
  async (reason) => {
    refuse({ reason, seconds: '95' });
    render(<SingleSignOnDetails mayChange stored={stored} />);
    fireEvent.click(screen.getByRole('button', { name: 'Test connection' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).not.toContain('Authentication failed');
    expect(alert.textContent?.includes('95')).toBe(reason === 'clock' || reason === 'expired');
  },
);

it('says what to look at where the server gives no reason that it knows', async () => {
  refuse({ reason: 'of a later version' });
  render(<SingleSignOnDetails mayChange stored={stored} />);
  fireEvent.click(screen.getByRole('button', { name: 'Test connection' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Authentication failed');
});

it.each([
  [{ count: 0, hasCaller: false }, null],
  [{ count: 1, hasCaller: true }, /^Your first single sign-on takes over your account.*API keys/],
  [{ count: 3, hasCaller: true }, /The same applies to 2 members/],
  [{ count: 1, hasCaller: false }, /^Single sign-on takes over.*1 member with/],
])('warns whose account single sign-on takes over: %j', (unverifiedMembers, told) => {
  render(<SingleSignOnDetails mayChange stored={{ ...stored, unverifiedMembers }} />);
  const alert = screen.queryByRole('alert');
  if (told) expect(alert?.textContent).toMatch(told);
  else expect(alert).toBeNull();
});
