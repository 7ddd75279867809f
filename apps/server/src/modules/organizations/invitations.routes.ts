import * as contract from '@parley/contract';
import { inTransaction } from '../../platform/database/scope.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { found } from '../../platform/errors/found.ts';
import { refuseProvider } from '../../platform/http/access.ts';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordAudit } from '../audit/audit.ts';
import { canonicalEmail } from '../identity/identity.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { hashInvitationToken } from './invitation-token.ts';
import { deleteInvitation, findInvitationDetails, lockInvitation } from './invitations.queries.ts';
import { presentInvitation } from './present-organization.ts';
import { inviteMember, resendInvitation } from './send-invitation.ts';

const endpoints = contract.organizations;

export function invitationsRoutes(platform: Platform): Route[] {
  return [
    route(endpoints.invite, async ({ scope, body }) =>
      presentInvitation(
        await inTransaction(scope, (inside) => inviteMember(platform, inside, body)),
      ),
    ),

    route(endpoints.resendInvitation, async ({ scope, params }) =>
      inTransaction(scope, async (inside) => {
        const invitation = await lockInvitation(inside, { id: params.invitationId });
        if (!invitation) throw new ApiError('not_found');
        return presentInvitation(await resendInvitation(platform, inside, invitation));
      }),
    ),

    route(endpoints.deleteInvitation, ({ scope, params }) =>
      inTransaction(scope, async (inside) => {
        const target = found(await deleteInvitation(inside, params.invitationId));
        await recordAudit(inside, { action: 'invitation.deleted', target });
        return undefined;
      }),
    ),

    route(endpoints.getInvitationDetails, async ({ scope, params, query }) => {
      const details = await findInvitationDetails(scope.db, {
        organizationId: params.orgId,
        // An invalid address is looked up, too, so that the response takes the same time.
        email: canonicalEmail(params.email) ?? '',
        tokenHash: hashInvitationToken(query.token),
      });
      if (!details) throw new ApiError('not_found');
      return details;
    }),

    route(endpoints.acceptInvitation, async ({ scope, params, query, body }) => {
      refuseProvider(scope.actor);
      const link = { organizationId: params.orgId, email: params.email, token: query.token };
      await acceptInvitation(platform.news, scope, link, body);
      return { accepted: true as const };
    }),
  ];
}
