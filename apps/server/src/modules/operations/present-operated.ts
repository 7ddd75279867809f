import { meterKinds, type OperatedOrganization } from '@parley/contract';
import { workScope } from '../../platform/database/scope.ts';
import { found } from '../../platform/errors/found.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  type Payments,
  presentBilling,
  quotasOfPlan,
  type UsageSources,
} from '../billing/billing.ts';
import { areasBySetting } from '../identity/identity.ts';
import {
  findAnyOrganization,
  listPeople,
  presentListed,
} from './operated-organizations.queries.ts';

/** Presents an organization with its limits and their usage, and the areas of its people. */
export async function presentOperated(
  { db, config }: Pick<Platform, 'db' | 'config'>,
  payments: Payments | null,
  usage: UsageSources,
  organizationId: string,
): Promise<OperatedOrganization> {
  const row = found(await findAnyOrganization(db, organizationId));
  const { meters, payment } = await presentBilling(workScope(db, organizationId), payments, usage);
  const planQuotas = quotasOfPlan(row.planId);
  const people = await listPeople(db, organizationId);
  return {
    ...presentListed(row),
    egress: { allow: row.egressAllow, installation: config.egressAllow },
    quotas: row.quotas,
    meters: meterKinds.flatMap((kind) => {
      const meter = meters.find((each) => each.kind === kind);
      if (meter === undefined) return [];
      return [{ kind, used: meter.used, quota: meter.quota, planQuota: planQuotas[kind] }];
    }),
    payment,
    people: people.map(({ role, user }) => ({
      id: user.id,
      name: user.name,
      email: user.email,
      role,
      areas: {
        loadTesting: user.loadTestingEnabled,
        exploratoryTesting: user.exploratoryTestingEnabled,
      },
      areasBySetting: areasBySetting(config, user),
    })),
  };
}
