import type { Database } from '../../platform/database/db.ts';
import type { SessionScope } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { refuseOtherProvider } from '../../platform/http/access.ts';
import type { PublicScope } from '../../platform/http/http.ts';
import {
  emailDomain,
  findUser,
  isFreeMail,
  ownsEmail,
  readVerificationToken,
} from '../identity/identity.ts';
import { findOwner, listOrganizationsOfDomain, openOrganization } from './organizations.queries.ts';

/**
 * Activates a waiting organization if its owner's email is verified and no other organization exists for the email's domain;
 * free email domains are exempt. Callers have to prove that they are the owner, by a session or by the emailed token, because
 * the linked page is open to visitors.
 */
export async function activateOrganization(
  scope: SessionScope | PublicScope,
  wanted: { userId: string; organizationId: string },
  token: string | undefined,
): Promise<void> {
  const { db } = scope;
  const { userId } = wanted;
  const organizationId = await requireCaller(scope, wanted, token);
  const owner = await findOwner(db, { userId, organizationId });
  if (!owner) throw new ApiError('not_found');
  const user = await findUser(db, userId);
  if (!user || !ownsEmail(user)) {
    throw new ApiError('not_allowed', { message: 'Your email address is not verified yet.' });
  }
  if (await isDomainTaken(db, user)) {
    throw new ApiError('conflict', {
      message: 'There is already an organization for the domain of your email address.',
      hint: 'Ask a colleague to invite you.',
    });
  }
  await openOrganization(db, owner.organizationId);
}

/**
 * Returns the id of the organization that the caller may activate. An emailed link works for its recipient, even if another
 * user is signed in.
 */
async function requireCaller(
  { db, actor }: SessionScope | PublicScope,
  { userId, organizationId }: { userId: string; organizationId: string },
  token: string | undefined,
): Promise<string> {
  const verified = token ? await readVerificationToken(db, token) : null;
  if (verified?.userId === userId) return organizationId;
  if (actor?.userId !== userId) throw new ApiError(actor ? 'not_found' : 'invalid_token');
  const { providerOrganizationId = organizationId } = actor;
  if (organizationId === 'default') return providerOrganizationId;
  refuseOtherProvider(actor, organizationId);
  return organizationId;
}

async function isDomainTaken(db: Database, user: { id: string; email: string }): Promise<boolean> {
  const domain = emailDomain(user.email);
  if (isFreeMail(domain)) return false;
  return (await listOrganizationsOfDomain(db, domain, user.id)).length > 0;
}
