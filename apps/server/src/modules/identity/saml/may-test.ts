import { roleAllows } from '@parley/contract';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../../platform/database/db.ts';
import { callerHeaders } from '../sessions/auth-session.ts';
import type { Auth } from '../sessions/better-auth.ts';
import { findProvenProvider, findRoleIn } from './single-sign-on.queries.ts';

/**
 * Tells if the browser's session may see why a response of this provider is refused: it belongs to an administrator of the
 * provider's organization, and gives access to it.
 */
export async function mayTest(
  db: Database,
  auth: Auth,
  request: FastifyRequest,
  providerId: string,
): Promise<boolean> {
  const provider = await findProvenProvider(db, providerId);
  const found = provider && (await auth.api.getSession({ headers: callerHeaders(request) }));
  if (!found || found.user.disabledAt) return false;
  const { organizationId } = provider;
  const { providerOrganizationId } = found.session;
  if (providerOrganizationId && providerOrganizationId !== organizationId) return false;
  const role = await findRoleIn(db, organizationId, found.user.id);
  return role !== undefined && roleAllows(role, 'organization.manage');
}
