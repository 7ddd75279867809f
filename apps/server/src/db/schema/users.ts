/** Users, sessions, accounts and verifications are written by the identity library. Columns that it does not know are ours. */
import type { User } from '@parley/contract';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** Canonical address: lower case, NFKC, no trailing dot. */
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  /**
   * When the user last proved control of the mailbox, with an emailed link or through an identity provider. An account can
   * count as verified without that; see PARLEY_VERIFY_EMAIL.
   */
  emailProvenAt: timestamp('email_proven_at', { withTimezone: true }),
  /**
   * True if the user entered this address after signing in with another one. Rights that depend on an address then require
   * proof, even if accounts count as verified without it.
   */
  emailClaimed: boolean('email_claimed').notNull().default(false),
  /** When a command on the server's machine made the user an operator. PARLEY_OPERATORS names further operators. */
  operatorSince: timestamp('operator_since', { withTimezone: true }),
  /** True for accounts from before operators had to prove their address, as marked by a migration. */
  predatesProof: boolean('predates_proof').notNull().default(false),
  /** When an operator disabled the account, which prevents sign-in and ends open sessions; null if it is enabled. */
  disabledAt: timestamp('disabled_at', { withTimezone: true }),
  /** Sessions that started before this time have ended. Only checked if another service manages the sessions. */
  sessionsEndedAt: timestamp('sessions_ended_at', { withTimezone: true }),
  image: text('image'),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  jobTitle: text('job_title'),
  /** Consent to news by email; null if the user was never asked. */
  newsletter: boolean('newsletter'),
  surveyCompleted: boolean('survey_completed').notNull().default(false),
  onboardingData: jsonb('onboarding_data').$type<User['onboardingData']>().notNull().default({}),
  json: jsonb('json').$type<User['json']>().notNull().default({}),
  /** Set for this user by an operator; null uses the installation's setting. The same goes for the next column. */
  loadTestingEnabled: boolean('load_testing_enabled'),
  exploratoryTestingEnabled: boolean('exploratory_testing_enabled'),
});

export const accounts = pgTable(
  'accounts',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: timestamp('access_token_expires_at', { withTimezone: true }),
    refreshTokenExpiresAt: timestamp('refresh_token_expires_at', { withTimezone: true }),
    scope: text('scope'),
    /** Hash of the password for the provider `credential`, otherwise null. */
    password: text('password'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('accounts_user').on(table.userId),
    uniqueIndex('accounts_provider').on(table.providerId, table.accountId),
  ],
);

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('verifications_identifier').on(table.identifier),
    index('verifications_expiry').on(table.expiresAt),
  ],
);

/** Keys that sign access tokens. */
export const jwks = pgTable('jwks', {
  id: text('id').primaryKey(),
  alg: text('alg'),
  crv: text('crv'),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
});

/**
 * Failed password attempts since the last success, which determine the growing delay. `subject` is a canonical email address,
 * or that address as used on a device that has signed in to it before.
 */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    subject: text('subject').primaryKey(),
    failures: integer('failures').notNull(),
    lastFailedAt: timestamp('last_failed_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sign_in_failures_age').on(table.lastFailedAt)],
);

/** Tokens that work once, for one purpose and a short time. Only their SHA-256 is stored. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', {
      enum: [
        'sign-in',
        'saml-proof',
        'saml-request',
        'oidc-attempt',
        'verify-email',
        'reset-request',
      ],
    }).notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Data that the purpose needs, for example an asserted email address. */
    payload: jsonb('payload').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (table) => [
    index('one_time_tokens_expiry').on(table.expiresAt),
    index('one_time_tokens_user').on(table.userId, table.purpose),
  ],
);
