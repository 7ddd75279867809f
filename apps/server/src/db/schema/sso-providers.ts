import { boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** SAML identity providers, one per organization. The identity library reads these rows. */
export const ssoProviders = pgTable('sso_providers', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id')
    .notNull()
    .unique()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /**
   * `saml.` and the company name in lower case, or `waiting.` and the organization's id if another organization has the name.
   */
  providerId: text('provider_id').notNull().unique('sso_providers_company'),
  /** True if a verified domain proves that the organization owns the company name. */
  hasProvenName: boolean('has_proven_name').notNull().default(false),
  /** The requested company name while another organization has it; null otherwise. */
  wantedCompany: text('wanted_company'),
  /** Our own entity ID, as it is sent to the provider. */
  issuer: text('issuer').notNull(),
  /** Email domain for whose users the provider may vouch. */
  domain: text('domain').notNull(),
  domainVerified: boolean('domain_verified').notNull().default(false),
  /** The user who last changed the provider. */
  userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
  samlConfig: text('saml_config'),
  /** When the provider, its name or its domain last changed. */
  changedAt: timestamp('changed_at', { withTimezone: true }).notNull().defaultNow(),
  /** Address of the provider's metadata. */
  metadataUrl: text('metadata_url'),
  oidcConfig: text('oidc_config'),
});
