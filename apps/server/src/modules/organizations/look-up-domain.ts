import type { organizations, ResponseBody } from '@parley/contract';
import type { Database } from '../../platform/database/db.ts';
import type { SessionScope } from '../../platform/database/scope.ts';
import type { PublicScope } from '../../platform/http/http.ts';
import {
  canonicalEmail,
  emailDomain,
  findUser,
  hasProvenEmail,
  isFreeMail,
  readVerificationToken,
} from '../identity/identity.ts';
import { listOrganizationsOfDomain } from './organizations.queries.ts';

type Answer = ResponseBody<typeof organizations.listOrganizationsOfDomain>;

/**
 * Lists organizations at an address's domain. Colleagues with a proven address get names. Everyone else only learns if there is
 * an active or an inactive organization, so that nobody can list the installation's customers.
 */
export async function lookUpDomain(
  { db, actor }: SessionScope | PublicScope,
  query: { email: string; token?: string | undefined },
): Promise<Answer> {
  const address = canonicalEmail(query.email);
  if (!address) return [];
  const domain = emailDomain(address);
  if (isFreeMail(domain)) return [];
  // An emailed link counts for its recipient, even if another user is signed in.
  const verified = query.token ? await readVerificationToken(db, query.token) : null;
  const caller = verified ?? (actor?.providerOrganizationId === undefined ? actor : null);
  const found = await listOrganizationsOfDomain(db, domain, caller?.userId);
  const isColleague = caller !== null && emailDomain(caller.email) === domain;
  if (isColleague && (verified || (await isOwnEmail(db, caller.userId)))) return found;
  const states = new Set(found.map(({ active }) => active));
  return [...states].map((active) => ({ active }));
}

async function isOwnEmail(db: Database, userId: string): Promise<boolean> {
  const user = await findUser(db, userId);
  return user !== undefined && hasProvenEmail(user);
}
