import { type BodyInput, organizations as endpoints } from '@parley/contract';
import { call, isUnknown } from '#/lib/api.ts';
import { AccessError } from '#/lib/identity/messages.ts';
import { switchOrganization } from '#/lib/session/org-store.ts';
import { reloadUser } from '#/lib/session/session.ts';
import type { InvitationLink } from './invitation-link.ts';

/** Profile of a new user. */
export type NewMember = NonNullable<BodyInput<typeof endpoints.acceptInvitation>>;

/** Milliseconds within which a second call counts as a duplicate of the first. */
const guardWindowMs = 2000;

let running: Promise<void> | null = null;

/**
 * Accepts an invitation. Concurrent callers share one request and its outcome. An invitation that is not found counts as
 * accepted already.
 */
export function acceptInvitation(link: InvitationLink, newMember?: NewMember): Promise<void> {
  if (running) return running;
  const accepting = send(link, newMember);
  running = accepting;
  const window = new Promise((resolve) => setTimeout(resolve, guardWindowMs));
  void Promise.allSettled([accepting, window]).then(() => {
    running = null;
  });
  return accepting;
}

/**
 * Accepts the invitation and makes the organization current. An invitation that is not found has been accepted if the user is
 * a member; otherwise it is invalid.
 */
export async function joinOrganization(link: InvitationLink, newMember?: NewMember): Promise<void> {
  await acceptInvitation(link, newMember);
  const { memberOf } = await reloadUser();
  if (!memberOf.some(({ id }) => id === link.organizationId)) {
    throw new AccessError('Invalid invitation');
  }
  await switchOrganization(link.organizationId);
}

async function send(link: InvitationLink, newMember: NewMember | undefined): Promise<void> {
  try {
    await call(endpoints.acceptInvitation, {
      params: { orgId: link.organizationId, email: link.email },
      query: { token: link.token },
      body: newMember ?? {},
    });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

function isNotFound(error: unknown): boolean {
  if (isUnknown(error)) return true;
  return error instanceof Error && /not found/i.test(error.message);
}
