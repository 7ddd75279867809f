import { createHash } from 'node:crypto';
import { newSecret } from '../../platform/security/ids.ts';

/** Creates the token of an emailed link. Only its hash is stored. */
export function newInvitationToken(): { token: string; tokenHash: string } {
  const token = newSecret();
  return { token, tokenHash: hashInvitationToken(token) };
}

export function hashInvitationToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
