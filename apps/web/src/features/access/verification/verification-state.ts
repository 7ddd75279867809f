import type {
  organizations as endpoints,
  Organization,
  ResponseBody,
  User,
} from '@parley/contract';

/** States of the verification screen, with the names from the specification. */
export type VerificationState =
  | 'checking'
  | 'pending_verification'
  | 'verification_complete'
  | 'domain_exists_active'
  | 'domain_exists_inactive'
  | 'manual_activation'
  | 'error';

export type DomainOrganizations = ResponseBody<typeof endpoints.listOrganizationsOfDomain>;

/** Current result of the lookup of the email's domain. */
export type DomainLookUp =
  | { status: 'pending' }
  | { status: 'error' }
  | { status: 'success'; organizations: DomainOrganizations };

/** False: without a verified address, the screen shows `manual_activation` instead of `pending_verification`. */
const asksForVerification = false;

interface Facts {
  user: Pick<User, 'verified'>;
  organization: Pick<Organization, 'requiresActivation'> | null;
}

/** @returns true if the email's domain must be looked up: for a verified user whose organization waits for activation */
export function needsDomainLookUp({ user, organization }: Facts): boolean {
  return user.verified && organization?.requiresActivation === true;
}

export function verificationState(
  facts: Facts,
  lookUp: DomainLookUp,
  isVerificationAsked = asksForVerification,
): VerificationState {
  if (isVerificationAsked && !facts.user.verified) return 'pending_verification';
  if (!needsDomainLookUp(facts)) return 'manual_activation';
  if (lookUp.status === 'pending') return 'checking';
  if (lookUp.status === 'error') return 'error';
  return domainState(lookUp.organizations) ?? 'verification_complete';
}

/** State of a domain; undefined if it has no organization. */
export function domainState(
  organizations: DomainOrganizations,
): 'domain_exists_active' | 'domain_exists_inactive' | undefined {
  if (organizations.length === 0) return undefined;
  return organizations.some(({ active }) => active)
    ? 'domain_exists_active'
    : 'domain_exists_inactive';
}
