/** Adds people to an organization as users do: through the link in the invitation email. */
import { organizations } from '@parley/contract';
import type { Account } from './fixtures.ts';
import { linkMailedTo } from './mailbox.ts';
import type { ParleyServer } from './server.ts';

/** Invites somebody as a member; resolves to the address that the link in the email opens. */
export async function invite(server: ParleyServer, owner: Account, email: string): Promise<string> {
  await owner.call(organizations.invite, { body: { email, role: 'member' } });
  const { pathname, search } = await linkMailedTo(server, email, '/invitation');
  return pathname + search;
}

/** Invites an existing account, and accepts the invitation. */
export async function joinOrganization(
  server: ParleyServer,
  { owner, guest, role }: { owner: Account; guest: Account; role: 'admin' | 'member' },
): Promise<void> {
  await owner.call(organizations.invite, { body: { email: guest.email, role } });
  const link = await linkMailedTo(server, guest.email, '/invitation');
  await guest.call(organizations.acceptInvitation, {
    params: { orgId: owner.orgId, email: guest.email },
    query: { token: link.searchParams.get('token') ?? '' },
    body: {},
  });
}

/** Creates somebody with an organization of their own, Initech, who is also a member of Olga's Globex. */
export async function createMemberOfTwo(
  server: ParleyServer,
  createAccount: (names: { organizationName: string }) => Promise<Account>,
): Promise<{ olga: Account; member: Account }> {
  const olga = await createAccount({ organizationName: 'Globex' });
  const member = await createAccount({ organizationName: 'Initech' });
  await joinOrganization(server, { owner: olga, guest: member, role: 'member' });
  return { olga, member };
}
