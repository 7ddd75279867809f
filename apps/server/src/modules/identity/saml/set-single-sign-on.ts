import { violates } from '../../../db/violates.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { PlatformConfig } from '../../../platform/platform.ts';
import { authPath } from '../sessions/better-auth.ts';
import { endProviderSessions } from '../sessions/end-provider-sessions.ts';
import { windowPath } from '../sessions/sign-in-window.ts';
import { canonicalEmail, emailDomain } from '../users/canonical-email.ts';
import { isDisposable, isFreeMail } from '../users/judge-email.ts';
import { isNameOf, requireNameOf } from './company-name.ts';
import {
  type IdentityProviderMetadata,
  isSameProvider,
  readIdentityProviderMetadata,
} from './saml-metadata.ts';
import {
  companyOf,
  deleteSsoProvider,
  findNameHolder,
  findSsoProvider,
  isProvenElsewhere,
  lockDomain,
  markDomainProven,
  providerIdOf,
  releaseName,
  type SsoProviderRow,
  saveSsoProvider,
  waitingId,
} from './single-sign-on.queries.ts';

/**
 * Stores the identity provider of an organization. The provider may vouch for the domain once that is proven, which is
 * immediately if nothing has changed since the proof, or if the operator vouches for the domain. A change ends the sessions
 * that the previous provider started. Call it in a transaction.
 * @returns the stored row, and true if it replaced another provider or its settings
 */
export async function setSingleSignOn(
  config: PlatformConfig,
  scope: Scope,
  input: { company: string; domain: string; metadata: string; metadataUrl?: string | undefined },
): Promise<{ provider: SsoProviderRow; isReplaced: boolean }> {
  const domain = readDomain(input.domain);
  const provider = readIdentityProviderMetadata(input.metadata);
  await lockDomain(scope, domain);
  const before = await findSsoProvider(scope);
  const { company } = input;
  const isSameName = before?.domain === domain && companyOf(before) === company;
  const hasName = isSameName && ownsName(before);
  if (!hasName) requireNameOf(company, domain);
  const isSame = isSameName && isSameProvider(readProvider(before), provider);
  const isProven = (isSame && before.domainVerified) || (await isVouchedFor(config, scope, domain));
  const holder = await findNameHolder(scope, company);
  if (holder && ownsName(holder)) throw nameTaken();
  if (holder && isProven) await releaseName(scope, holder);
  const { entityId } = addressesOf(config, company);
  const settings = {
    providerId: holder && !isProven ? waitingId(scope) : providerIdOf(company),
    hasProvenName: hasName || isProven,
    wantedCompany: company,
    domain,
    domainVerified: isProven,
    issuer: entityId,
    metadataUrl: input.metadataUrl ?? null,
    samlConfig: JSON.stringify({
      issuer: entityId,
      audience: entityId,
      entryPoint: provider.signInUrl,
      callbackUrl: `${config.publicUrl}${windowPath}/closing`,
      wantAssertionsSigned: true,
      idpMetadata: { metadata: input.metadata },
      spMetadata: { entityID: entityId },
    }),
  };
  const stored = await saveSsoProvider(scope, settings, isSame).catch((error: unknown) => {
    throw violates(error, 'sso_providers_company') ? nameTaken() : error;
  });
  const isReplaced = before !== undefined && !isSame;
  if (isReplaced) await endProviderSessions(scope.db, { organizationId: scope.organizationId });
  return { provider: stored, isReplaced };
}

/** Removes the identity provider of an organization, and ends the sessions that it started. Call it in a transaction. */
export async function removeSingleSignOn(scope: Scope): Promise<void> {
  await deleteSsoProvider(scope);
  await endProviderSessions(scope.db, { organizationId: scope.organizationId });
}

/**
 * Marks the domain of a stored provider as proven, and with it the company name. An organization that only requested the name
 * loses it. Call it in a transaction.
 * @returns false if the settings have changed in the meantime
 */
export async function proveDomain(scope: Scope, provider: SsoProviderRow): Promise<boolean> {
  const { domain } = provider;
  const company = companyOf(provider);
  if (!ownsName(provider) && !isNameOf(company, domain)) {
    throw new ApiError('name_taken', {
      message: `The company name ${company} does not belong to ${domain}.`,
      hint: 'Edit single sign-on and choose another company name.',
    });
  }
  const holder = await findNameHolder(scope, company);
  if (holder && ownsName(holder)) throw nameTaken();
  if (holder) await releaseName(scope, holder);
  return markDomainProven(scope, provider, providerIdOf(company));
}

/** Tells if the organization owns the company name. It keeps a proven name even while a changed provider is not proven yet. */
function ownsName({ hasProvenName, domainVerified }: SsoProviderRow): boolean {
  return hasProvenName || domainVerified;
}

function nameTaken(): ApiError {
  return new ApiError('name_taken', {
    message: 'Another organization uses this company name.',
    hint: 'Choose another one that belongs to your domain.',
  });
}

/**
 * Tells if the operator's settings vouch for the domain. A provider can sign in as any user at its domain, with all the rights
 * that they have in other organizations. So an entry without an organization counts only for the first one; others have to
 * prove the domain.
 */
async function isVouchedFor(
  { signIn }: PlatformConfig,
  scope: Scope,
  domain: string,
): Promise<boolean> {
  const vouched = signIn.vouchedDomains.filter((entry) => canonicalDomain(entry.domain) === domain);
  if (vouched.some(({ organizationId }) => organizationId === scope.organizationId)) return true;
  const isForTheFirst = vouched.some(({ organizationId }) => organizationId === undefined);
  return isForTheFirst && !(await isProvenElsewhere(scope, domain));
}

/** Parses the stored metadata of a provider. */
export function readProvider(row: SsoProviderRow): IdentityProviderMetadata {
  return readIdentityProviderMetadata(storedMetadata(row));
}

/** Returns the stored metadata of a provider, as it was entered. */
export function storedMetadata({ samlConfig }: SsoProviderRow): string {
  return JSON.parse(samlConfig ?? '{}').idpMetadata.metadata;
}

/** Returns our addresses, which the identity provider needs. */
export function addressesOf({ publicUrl }: PlatformConfig, company: string) {
  const providerId = providerIdOf(company);
  const serviceProvider = `${publicUrl}${authPath}/sso/saml2/sp`;
  const metadataUrl = `${serviceProvider}/metadata?providerId=${encodeURIComponent(providerId)}`;
  return {
    entityId: metadataUrl,
    assertionConsumerUrl: `${serviceProvider}/acs/${providerId}`,
    metadataUrl,
  };
}

/** Reads a company's domain in canonical form. Refuses domains at which anyone can get an address. */
function readDomain(text: string): string {
  const domain = canonicalDomain(text);
  if (domain === null) throw refusal('Not a domain, for instance example.com.');
  if (isFreeMail(domain) || isDisposable(domain)) throw refusal('Not a domain of a company.');
  return domain;
}

function canonicalDomain(text: string): string | null {
  const email = canonicalEmail(`anybody@${text}`);
  return email && emailDomain(email);
}

function refusal(message: string): ApiError {
  return new ApiError('invalid_request', { problems: [{ path: 'domain', message }] });
}
