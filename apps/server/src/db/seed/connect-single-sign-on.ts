import { eq } from 'drizzle-orm';
import { setSingleSignOn } from '../../modules/identity/identity.ts';
import { inTransaction } from '../../platform/database/scope.ts';
import { enterOrganization } from '../../platform/http/access.ts';
import type { Platform } from '../../platform/platform.ts';
import { users } from '../schema/users.ts';

/**
 * Connects an identity provider to the organization of an owner, without a DNS record. This happens at every start, because the
 * provider's keys are new each time.
 */
export async function connectSingleSignOn(
  { config, db }: Platform,
  ownerEmail: string,
  provider: { company: string; domain: string; metadata: string },
): Promise<void> {
  const [owner] = await db.select().from(users).where(eq(users.email, ownerEmail));
  if (!owner) return;
  const { id: userId, email, emailVerified } = owner;
  const actor = { userId, email, emailVerified, sessionId: '' };
  const scope = await enterOrganization({ db, actor }, 'default', 'singleSignOn.manage');
  const vouchedDomains = [{ domain: provider.domain, organizationId: scope.organizationId }];
  const vouching = { ...config, signIn: { ...config.signIn, vouchedDomains } };
  await inTransaction(scope, (inside) => setSingleSignOn(vouching, inside, provider));
}
