import { afterEach, expect, it, vi } from 'vitest';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { readInvitation } from './read-invitation.ts';

const link = { organizationId: 'o1', email: 'ivan@acme.test', token: 't1' };
const read = 'GET /internal/v1/organizations/o1/invitations/ivan%40acme.test';

afterEach(() => vi.unstubAllGlobals());

it('gives what the server says', async () => {
  const details = { organizationName: 'Acme', hasAuthUser: false };
  const network = fakeNetwork({ [read]: { json: details } });
  expect(await readInvitation(link)).toEqual(details);
  expect(network.requests[0]?.url).toContain('token=t1');
});

it.each([400, 403, 404, 410])(
  '[A-364] calls an invitation that the server refuses with %i invalid',
  async (status) => {
    fakeNetwork({ [read]: { status } });
    await expect(readInvitation(link)).rejects.toThrow(/^Invalid invitation$/);
  },
);

it.each([429, 500, 503])(
  'does not blame the invitation for a server that says %i',
  async (status) => {
    fakeNetwork({ [read]: { status } });
    await expect(readInvitation(link)).rejects.toThrow(`API request failed: ${status}`);
  },
);
