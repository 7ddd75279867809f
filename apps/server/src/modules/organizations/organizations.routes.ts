import * as contract from '@parley/contract';
import { inTransaction } from '../../platform/database/scope.ts';
import { refuseProvider } from '../../platform/http/access.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { claimEmail } from '../identity/identity.ts';
import { activateOrganization } from './activate-organization.ts';
import { createOrganization } from './create-organization.ts';
import { lookUpDomain } from './look-up-domain.ts';
import { listOwnOrganizations, markCurrent, renameOrganization } from './organizations.queries.ts';
import { presentOrganization } from './present-organization.ts';

const endpoints = contract.organizations;

export function organizationRoutes(platform: Platform): Route[] {
  return [
    route(endpoints.listOrganizations, ({ scope }) => listOwnOrganizations(scope)),

    route(endpoints.createOrganization, async ({ scope, body }) => {
      refuseProvider(scope.actor);
      const { email: typed } = body;
      const founded = await createOrganization(scope, body, {
        ...platform.config,
        async onFirst({ db, actor: { userId } }) {
          if (typed) await claimEmail(platform, db, { userId, typed });
        },
      });
      return presentOrganization(founded);
    }),

    route(endpoints.getOrganization, async ({ scope }) => {
      await markCurrent(scope);
      return presentOrganization(scope);
    }),

    route(endpoints.updateOrganization, async ({ scope, body }) => {
      await inTransaction(scope, async (inside) => {
        await renameOrganization(inside, body.name);
        await recordAudit(inside, { action: 'organization.renamed', target: body.name });
      });
      return presentOrganization(scope);
    }),

    route(endpoints.activateOrganization, async ({ scope, params, body }) => {
      const organization = { userId: params.userId, organizationId: params.orgId };
      await activateOrganization(scope, organization, body?.token);
      return undefined;
    }),

    route(endpoints.listOrganizationsOfDomain, ({ scope, query }) => lookUpDomain(scope, query)),
  ];
}
