/** Routes for the settings of single sign-on. */
import { createHmac } from 'node:crypto';
import { singleSignOn as contract, type SingleSignOn } from '@parley/contract';
import { inTransaction, type Scope } from '../../../platform/database/scope.ts';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { type Route, route } from '../../../platform/http/http.ts';
import type { Platform, PlatformConfig } from '../../../platform/platform.ts';
import { recordAudit } from '../../audit/audit.ts';
import { type FindProof, requireProof } from '../sessions/recent-proof.ts';
import { type SingleSignOnChange, singleSignOnMail } from '../users/mails.ts';
import { createMetadataFetch } from './fetch-metadata.ts';
import { lookUpTexts } from './look-up-texts.ts';
import {
  addressesOf,
  proveDomain,
  readProvider,
  removeSingleSignOn,
  setSingleSignOn,
} from './set-single-sign-on.ts';
import {
  companyOf,
  findOwners,
  findSsoProvider,
  findUnverifiedMembers,
  type SsoProviderRow,
} from './single-sign-on.queries.ts';

export function singleSignOnRoutes(platform: Platform, findProof: FindProof): Route[] {
  const { config } = platform;
  const fetchMetadata = createMetadataFetch(config);
  return [
    route(contract.getSingleSignOn, async ({ scope }) => {
      const provider = await findSsoProvider(scope);
      return provider ? present(config, scope, provider) : null;
    }),

    route(contract.setSingleSignOn, async ({ scope, body, request }) => {
      await requireProof(findProof, scope, request);
      const { company, domain, metadata, metadataUrl } = body;
      const document =
        metadataUrl === undefined ? metadata : await fetchMetadata(scope, metadataUrl);
      const wanted = { company, domain, metadata: document ?? '', metadataUrl };
      return inTransaction(scope, async (inside) => {
        const { provider, isReplaced } = await setSingleSignOn(config, inside, wanted);
        const { domain } = provider;
        await noteChange(platform, inside, { action: 'sign-on.set', domain, isReplaced });
        return present(config, inside, provider);
      });
    }),

    route(contract.proveSingleSignOnDomain, async ({ scope, request }) => {
      await requireProof(findProof, scope, request);
      const provider = await ownProvider(scope);
      const record = domainRecord(config, scope, provider.domain);
      const found = await lookUpTexts(record.name);
      if (!found.includes(record.value)) {
        throw new ApiError('conflict', {
          message: `There is no TXT record ${record.name} with the value ${record.value} yet.`,
          hint: 'It can take an hour until a new record is visible. Try again later.',
        });
      }
      await inTransaction(scope, async (inside) => {
        // Someone may have set another domain or name during the DNS lookup.
        if (!(await proveDomain(inside, provider))) throw settingsChanged();
        await noteChange(platform, inside, { action: 'sign-on.proven', domain: provider.domain });
      });
      return present(config, scope, { ...provider, domainVerified: true });
    }),

    route(contract.deleteSingleSignOn, async ({ scope, request }) => {
      await requireProof(findProof, scope, request);
      await inTransaction(scope, async (inside) => {
        const { domain } = await ownProvider(inside);
        await removeSingleSignOn(inside);
        await noteChange(platform, inside, { action: 'sign-on.deleted', domain, isReplaced: true });
      });
      return undefined;
    }),
  ];
}

/** Records the change in the audit log and emails all owners, because the provider of a domain can sign in as its users. */
async function noteChange(
  { mail, config }: Platform,
  scope: Scope,
  change: Pick<SingleSignOnChange, 'action' | 'domain' | 'isReplaced'>,
): Promise<void> {
  const { action, domain } = change;
  await recordAudit(scope, { action, target: domain });
  const { name, owners } = await findOwners(scope);
  for (const to of owners) {
    const told = { ...change, name, by: scope.actor.email };
    await mail.queueMail(scope.db, singleSignOnMail(config.publicUrl, to, told));
  }
}

function settingsChanged(): ApiError {
  return new ApiError('conflict', {
    message: 'Single sign-on was changed while the domain was being checked.',
    hint: 'Reload the page and check the domain again.',
  });
}

async function ownProvider(scope: Scope): Promise<SsoProviderRow> {
  const provider = await findSsoProvider(scope);
  if (!provider) throw new ApiError('not_found');
  return provider;
}

/**
 * Returns the DNS record that proves a domain. It is derived from our secret, so that nobody else can have published it before.
 */
function domainRecord({ secret }: PlatformConfig, { organizationId }: Scope, domain: string) {
  const proof = createHmac('sha256', secret).update(`domain ${organizationId} ${domain}`);
  return { name: `_parley.${domain}`, value: `parley-domain=${proof.digest('base64url')}` };
}

async function present(
  config: PlatformConfig,
  scope: Scope,
  provider: SsoProviderRow,
): Promise<SingleSignOn> {
  const { entityId, certificates } = readProvider(provider);
  const unverified = await findUnverifiedMembers(scope, provider.domain);
  return {
    company: companyOf(provider),
    domain: provider.domain,
    isDomainProven: provider.domainVerified,
    domainRecord: domainRecord(config, scope, provider.domain),
    identityProvider: entityId,
    metadataUrl: provider.metadataUrl,
    certificates: certificates.map(({ expiresAt }) => ({ expiresAt: expiresAt.toISOString() })),
    serviceProvider: addressesOf(config, companyOf(provider)),
    unverifiedMembers: {
      count: unverified.length,
      hasCaller: unverified.some(({ userId }) => userId === scope.actor.userId),
    },
  };
}
