import type { SingleSignOn } from '@parley/contract';
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
