/** Brings accounts into an organization the way people come: by the link in the invitation mail. */
import { organizations } from '@parley/contract';
import type { Account } from './fixtures.ts';
import { linkMailedTo } from './mailbox.ts';
import type { ParleyServer } from './server.ts';

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
