import { isIP } from 'node:net';
import {
  createEgress,
  type Egress,
  type EgressPolicy,
  type Lookup,
  type Reached,
} from '@parley/egress';
import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema/organizations.ts';
import type { Config } from '../config/config.ts';
import type { WorkScope } from '../database/scope.ts';
import { createLookups } from './lookups.ts';
import { ownListeners } from './own-listeners.ts';

/** A host that may be reached only at these addresses, even if its name resolves to others later. */
export interface PinnedHost {
  host: string;
  addresses: readonly string[];
}

/** Returns the guarded egress to everything that an organization makes the server reach: bots, webhooks, identity providers. */
export type OrganizationEgress = (scope: WorkScope, pinned?: PinnedHost) => Promise<Egress>;

const keptMax = 200;

/** Lookups of the process, whose threads all organizations share. */
const lookups = createLookups();

/**
 * Creates the egress of organizations. `reachable` lists `host:port` entries that every organization may reach, such as the
 * demo bot. `onReached` is called for each connection.
 */
export function createOrganizationEgress(
  config: Config,
  reachable: readonly string[] = [],
  onReached?: (reached: Reached) => void,
): OrganizationEgress {
  const allow = [...config.egressAllow, ...reachable];
  const ofAll: EgressPolicy = { allow, ...ownListeners(config) };
  // An egress caches its decisions and queues lookups under its organization, so each organization has its own.
  const known = new Map<string, Egress>();

  async function policyOf({ db, organizationId }: WorkScope): Promise<EgressPolicy> {
    if (config.egressAllow.length === 0) return ofAll;
    const [row] = await db
      .select({ own: organizations.egressAllow })
      .from(organizations)
      .where(eq(organizations.id, organizationId));
    return row?.own ? { ...ofAll, within: [...row.own, ...reachable] } : ofAll;
  }

  return async (scope, pinned) => {
    const policy = await policyOf(scope);
    const lookup = lookups.of(scope.organizationId);
    if (pinned) return createEgress(policy, lookupOf(pinned, lookup), onReached);
    const key = `${scope.organizationId} ${policy.within?.join() ?? '*'}`;
    const egress = known.get(key) ?? createEgress(policy, lookup, onReached);
    if (known.size < keptMax) known.set(key, egress);
    return egress;
  };
}

function lookupOf({ host, addresses }: PinnedHost, lookup: Lookup): Lookup {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return (name) => (name === host ? Promise.resolve(pinned) : lookup(name));
}
