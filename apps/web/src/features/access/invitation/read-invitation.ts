import { organizations as endpoints, type ResponseBody } from '@parley/contract';
import { ApiRequestError, call } from '#/lib/api.ts';
import { AccessError } from '#/lib/identity/messages.ts';
import type { InvitationLink } from './invitation-link.ts';

export type InvitationDetails = ResponseBody<typeof endpoints.getInvitationDetails>;

/** Requests the details of an invitation. Throws an AccessError if the server refuses it; other failures can be temporary. */
export async function readInvitation(
  link: InvitationLink,
  signal?: AbortSignal,
): Promise<InvitationDetails> {
  try {
    return await call(endpoints.getInvitationDetails, {
      params: { orgId: link.organizationId, email: link.email },
      query: { token: link.token },
      ...(signal && { signal }),
    });
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    throw new AccessError('Invalid invitation', { cause });
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiRequestError && [400, 403, 404, 410].includes(error.status);
}
