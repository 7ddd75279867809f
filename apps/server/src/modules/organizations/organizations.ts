/** Public API of the module: organizations, their members, invitations and subscriptions. */

import type { Route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { invitationsRoutes } from './invitations.routes.ts';
import { membersRoutes } from './members.routes.ts';
import { organizationRoutes } from './organizations.routes.ts';

export { joinInvitedBy } from './accept-invitation.ts';
export { applyEdition } from './apply-edition.ts';
export { createOrganization } from './create-organization.ts';
export { isOpen, isSubscriptionActive } from './is-subscription-active.ts';
export { insertMember } from './members.queries.ts';
export {
  countHoldings,
  findOrganization,
  findTerms,
  holdOrganizationIfFree,
  lockTerms,
  type OrganizationRow,
} from './organizations.queries.ts';
export {
  exportMemberships,
  findVerifiedEmails,
  hasMember,
  listAdministrators,
  listPeople,
  lockOwnMembership,
  type Person,
} from './people.queries.ts';
export { refuseInactiveSubscription } from './refuse-inactive-subscription.ts';
export { lockSubscription, writeSubscription } from './subscription.queries.ts';

export function organizationsRoutes(platform: Platform): Route[] {
  return [
    ...organizationRoutes(platform),
    ...membersRoutes(platform),
    ...invitationsRoutes(platform),
  ];
}
