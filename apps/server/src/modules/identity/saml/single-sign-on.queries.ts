import { createHash } from 'node:crypto';
import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import { memberships, organizations } from '../../../db/schema/organizations.ts';
import { ssoProviders } from '../../../db/schema/sso-providers.ts';
import { users } from '../../../db/schema/users.ts';
import type { Database } from '../../../platform/database/db.ts';
import { acrossOrganizations } from '../../../platform/database/organization-database.ts';
import type { Scope } from '../../../platform/database/scope.ts';
import { newId } from '../../../platform/security/ids.ts';
import type { ProviderOrigin } from '../users/one-time-tokens.ts';

export type SsoProviderRow = typeof ssoProviders.$inferSelect;

type Settings = Pick<
  SsoProviderRow,
  | 'providerId'
  | 'hasProvenName'
  | 'wantedCompany'
  | 'domain'
  | 'domainVerified'
  | 'issuer'
  | 'samlConfig'
  | 'metadataUrl'
>;

export async function findSsoProvider(scope: Scope): Promise<SsoProviderRow | undefined> {
  const [row] = await scope.db.select().from(ssoProviders).where(isOwn(scope));
  return row;
}

/** Stores the identity provider of an organization, replacing an earlier one. `isSame` keeps the time of the last change. */
export async function saveSsoProvider(
  scope: Scope,
  settings: Settings,
  isSame: boolean,
): Promise<SsoProviderRow> {
  const since = isSame ? {} : { changedAt: sql`now()` };
  const values = { ...settings, ...since, userId: scope.actor.userId };
  const [row] = await scope.db
    .insert(ssoProviders)
    .values({ id: newId(), organizationId: scope.organizationId, ...values })
    .onConflictDoUpdate({ target: ssoProviders.organizationId, set: values })
    .returning();
  if (!row) throw new Error('The provider was not stored');
  return row;
}

const providerPrefix = 'saml.';

export function providerIdOf(company: string): string {
  return `${providerPrefix}${company}`;
}

/** Returns the provider id that stands in while another organization has the company name. */
export function waitingId({ organizationId }: Pick<Scope, 'organizationId'>): string {
  return `waiting.${organizationId}`;
}

/** Returns the company name that the organization has or requested. */
export function companyOf({ providerId, wantedCompany }: SsoProviderRow): string {
  return providerId.startsWith(providerPrefix)
    ? providerId.slice(providerPrefix.length)
    : (wantedCompany ?? '');
}

/** Finds and locks the provider of another organization that has a company name. */
export async function findNameHolder(
  scope: Scope,
  company: string,
): Promise<SsoProviderRow | undefined> {
  const [holder] = await acrossOrganizations(scope.db, (db) =>
    db
      .select()
      .from(ssoProviders)
      .where(
        and(
          eq(ssoProviders.providerId, providerIdOf(company)),
          ne(ssoProviders.organizationId, scope.organizationId),
        ),
      )
      .for('update'),
  );
  return holder;
}

/** Takes a company name from an organization that requested it but never proved its domain. */
export async function releaseName({ db }: Scope, holder: SsoProviderRow): Promise<void> {
  await acrossOrganizations(db, (across) =>
    across
      .update(ssoProviders)
      .set({ providerId: waitingId(holder), wantedCompany: companyOf(holder) })
      .where(eq(ssoProviders.id, holder.id)),
  );
}

/** Locks a domain, so that only one organization at a time sets up single sign-on for it. */
export async function lockDomain({ db }: Scope, domain: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${`sso ${domain}`}))`);
}

export async function isProvenElsewhere(scope: Scope, domain: string): Promise<boolean> {
  const proven = await acrossOrganizations(scope.db, (db) =>
    db
      .select({ id: ssoProviders.id })
      .from(ssoProviders)
      .where(
        and(
          ne(ssoProviders.organizationId, scope.organizationId),
          eq(ssoProviders.domain, domain),
          eq(ssoProviders.domainVerified, true),
        ),
      )
      .limit(1),
  );
  return proven.length > 0;
}

/**
 * Marks the domain as proven.
 *
 * @returns false if the provider was removed, or has another domain or name by now
 */
export async function markDomainProven(
  scope: Scope,
  before: SsoProviderRow,
  providerId: string,
): Promise<boolean> {
  const isUnchanged = and(
    eq(ssoProviders.domain, before.domain),
    eq(ssoProviders.providerId, before.providerId),
  );
  const proven = await scope.db
    .update(ssoProviders)
    .set({ domainVerified: true, hasProvenName: true, providerId })
    .where(and(isOwn(scope), isUnchanged))
    .returning({ id: ssoProviders.id });
  return proven.length > 0;
}

export async function deleteSsoProvider(scope: Scope): Promise<void> {
  await scope.db.delete(ssoProviders).where(isOwn(scope));
}

/** Finds the organization's name, and the owners, who are notified of changes to single sign-on. */
export async function findOwners({ db, organizationId }: Scope) {
  const rows = await db
    .select({ name: organizations.name, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'owner')));
  return { name: rows[0]?.name ?? '', owners: rows.map(({ email }) => email) };
}

/** Finds a provider with a proven domain. It takes no scope, because nobody is signed in yet. */
export async function findProvenProvider(
  db: Database,
  providerId: string,
): Promise<SsoProviderRow | undefined> {
  const [row] = await db
    .select()
    .from(ssoProviders)
    .where(and(eq(ssoProviders.providerId, providerId), eq(ssoProviders.domainVerified, true)));
  return row;
}

/**
 * Returns a stamp of a provider's settings. Sign-ins are tied to it and end when the settings change, even if the same settings
 * are restored later. Servers of the previous release write stamps without the time; their sign-ins, which last a minute, are
 * refused here.
 */
export function stampOf({ providerId, domain, samlConfig, changedAt }: SsoProviderRow): string {
  const text = JSON.stringify([providerId, domain, samlConfig, changedAt]);
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * Tells if sign-ins of a provider are still valid. Waits for a change in progress: sessions from before it are ended by the
 * change, and later ones are refused here.
 * @returns true if the provider that signed the user in is proven and still has the same settings
 */
export async function isStillProvider(
  db: Database,
  { organizationId, providerStamp }: ProviderOrigin,
): Promise<boolean> {
  const [row] = await db
    .select()
    .from(ssoProviders)
    .where(and(isOwn({ organizationId }), eq(ssoProviders.domainVerified, true)))
    .for('share');
  return row !== undefined && (providerStamp === undefined || stampOf(row) === providerStamp);
}

/** Finds the member of an organization with this address. Disabled accounts are not found. */
export async function findMemberByEmail(
  db: Database,
  organizationId: string,
  email: string,
): Promise<typeof users.$inferSelect | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(users.email, email),
        isNull(users.disabledAt),
      ),
    );
  return row?.user;
}

export async function findOrganizationName(db: Database, organizationId: string): Promise<string> {
  const [row] = await db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return row?.name ?? '';
}

/**
 * Finds members with an address of the domain that nobody ever verified. The first sign-in through the provider takes their
 * accounts over.
 */
export function findUnverifiedMembers(
  { db, organizationId }: Scope,
  domain: string,
): Promise<{ userId: string }[]> {
  return db
    .select({ userId: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        sql`split_part(${users.email}, '@', 2) = ${domain}`,
        isNull(users.emailProvenAt),
        isNull(users.disabledAt),
      ),
    );
}

/** Finds the role of a user in an organization; undefined if they are not a member. */
export async function findRoleIn(db: Database, organizationId: string, userId: string) {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)));
  return row?.role;
}

function isOwn({ organizationId }: Pick<Scope, 'organizationId'>) {
  return eq(ssoProviders.organizationId, organizationId);
}
