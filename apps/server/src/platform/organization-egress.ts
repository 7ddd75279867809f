import { createEgress, type Egress } from '@parley/engine';
import { eq } from 'drizzle-orm';
import { organizations } from '../db/schema/organizations.ts';
import type { Config } from './config.ts';
import { ownListeners } from './own-listeners.ts';
import type { WorkScope } from './scope.ts';

/** The way out for whatever an organization has us reach: its bots, webhooks, identity providers. */
export type OrganizationEgress = (scope: WorkScope) => Promise<Egress>;

const keptMax = 100;

/** `reachable`: `host:port` that everybody reaches besides, such as the demo bot. */
export function createOrganizationEgress(
  config: Config,
  reachable: readonly string[] = [],
): OrganizationEgress {
  const allow = [...config.egressAllow, ...reachable];
  const listeners = ownListeners(config);
  const ofAll = createEgress({ allow, ...listeners });
  // An egress keeps what it decided, so those with the same addresses share one.
  const narrowed = new Map<string, Egress>();

  function narrowedTo(own: string[]): Egress {
    const key = own.join();
    const known = narrowed.get(key);
    if (known) return known;
    const egress = createEgress({ allow, within: [...own, ...reachable], ...listeners });
    if (narrowed.size < keptMax) narrowed.set(key, egress);
    return egress;
  }

  return async ({ db, organizationId }) => {
    if (config.egressAllow.length === 0) return ofAll;
    const [row] = await db
      .select({ own: organizations.egressAllow })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    return row?.own ? narrowedTo(row.own) : ofAll;
  };
}
