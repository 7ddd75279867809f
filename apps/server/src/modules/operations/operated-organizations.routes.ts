import { type Areas, operations as endpoints } from '@parley/contract';
import { parseGrant } from '@parley/egress/grants';
import { inTransaction } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { cutPage, readCursor } from '../../platform/http/cursor.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { createPayments, setTerms, type UsageSources } from '../billing/billing.ts';
import { writeAreas } from '../identity/identity.ts';
import {
  findAnyOrganization,
  listAllOrganizations,
  listPeople,
  type OrganizationPlace,
  presentListed,
  writeEgressAllow,
} from './operated-organizations.queries.ts';
import { presentOperated } from './present-operated.ts';

/** Routes for operators only; operations.routes.ts checks that. */
export function operatedOrganizationsRoutes(platform: Platform, usage: UsageSources): Route[] {
  const { db, news, log } = platform;
  const payments = createPayments(platform.config);
  const present = (id: string) => presentOperated(platform, payments, usage, id);
  return [
    route(endpoints.listAllOrganizations, async ({ query }) => {
      const after = query.cursor === undefined ? undefined : readPlace(query.cursor);
      const all = await listAllOrganizations(db, query.search?.trim(), after, query.limit + 1);
      const { rows, nextCursor } = cutPage(all, query.limit, ({ name, id }) => [name, id]);
      return { items: rows.map(presentListed), nextCursor };
    }),

    route(endpoints.getAnyOrganization, ({ params }) => present(params.organizationId)),

    route(endpoints.setSubscription, async ({ scope, params: { organizationId }, body }) => {
      found(await findAnyOrganization(db, organizationId));
      const { mayLock = false, endDate, ...terms } = body;
      const endsAt = endDate === null ? null : new Date(endDate);
      await setTerms({ ...scope, organizationId }, news, { ...terms, endsAt }, mayLock);
      log.info({ operator: scope.actor.userId, organizationId, ...body }, 'A plan was set');
      return present(organizationId);
    }),

    route(endpoints.setEgress, async ({ scope, params: { organizationId }, body }) => {
      const { name } = found(await findAnyOrganization(db, organizationId));
      const { allow } = body;
      refuseNoAddress(allow ?? []);
      await inTransaction({ ...scope, organizationId }, async (inside) => {
        await writeEgressAllow(inside, allow);
        const detail = allow === null ? 'all of the installation' : allow.join(', ') || 'none';
        await recordAudit(inside, { action: 'organization.egress-changed', target: name, detail });
      });
      log.info(
        { operator: scope.actor.userId, organizationId, allow },
        'Private addresses were set',
      );
      return present(organizationId);
    }),

    route(endpoints.setAreas, async ({ scope, params: { organizationId, memberId }, body }) => {
      const [person] = await listPeople(db, organizationId, memberId);
      const { email } = found(person).user;
      await inTransaction({ ...scope, organizationId }, async (inside) => {
        await writeAreas(inside.db, memberId, body);
        const detail = inWords(body);
        await recordAudit(inside, { action: 'member.areas-changed', target: email, detail });
      });
      log.info({ operator: scope.actor.userId, person: memberId, ...body }, 'Areas were set');
      return present(organizationId);
    }),
  ];
}

function refuseNoAddress(allow: string[]): void {
  const problems = allow.flatMap((entry, index) => {
    try {
      parseGrant(entry);
      return [];
    } catch (error) {
      return [{ path: `allow.${index}`, message: (error as Error).message }];
    }
  });
  if (problems.length > 0) throw new ApiError('invalid_request', { problems });
}

function readPlace(cursor: string): OrganizationPlace {
  const [name = '', id = ''] = readCursor(cursor, 2);
  return { name, id };
}

function inWords({ loadTesting, exploratoryTesting }: Areas): string {
  const say = (isOn: boolean | null) => (isOn === null ? 'by the setting' : isOn ? 'on' : 'off');
  return `load testing ${say(loadTesting)}, exploratory testing ${say(exploratoryTesting)}`;
}
