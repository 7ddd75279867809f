import { afterEach, expect, it, vi } from 'vitest';
import { storeToken } from '#/lib/jwt.ts';
import { fakeNetwork } from '#/lib/testing/fake-network.ts';
import { readInvitation } from './read-invitation.ts';

const link = { organizationId: 'o1', email: 'ivan@acme.test', token: 't1' };
const read = 'GET /internal/v1/organizations/o1/invitations/ivan%40acme.test';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('[A-316, A-317, A-318] gives what the server says, asked with the token of the link alone', async () => {
  storeToken('token-1');
  const details = { organizationName: 'Acme', hasAuthUser: false };
  const network = fakeNetwork({ [read]: { json: details } });
  expect(await readInvitation(link)).toEqual(details);
  const [sent] = network.requests;
  expect(sent?.url).toBe('/internal/v1/organizations/o1/invitations/ivan%40acme.test?token=t1');
  expect(sent?.headers.has('authorization')).toBe(false);
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
