/** What people can see and change in their account, apart from signing in. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, role, timestamp } from './fields.ts';
import { userSchema } from './identity.ts';

const base = '/internal/v1/users/{id}';

export const accountSessionSchema = z.object({
  id,
  /** True for the session that sent this request. */
  isCurrent: z.boolean(),
  /** User agent that the browser sent. */
  userAgent: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  createdAt: timestamp,
  /** Rounded to the hour. */
  lastActiveAt: timestamp,
});

export type AccountSession = z.output<typeof accountSessionSchema>;

export const listSessions = endpoint({
  method: 'GET',
  path: `${base}/sessions`,
  summary:
    'List the active sessions, newest first; at most 100. A session that an identity provider began sees those of that provider',
  access: 'session',
  response: z.array(accountSessionSchema),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: `${base}/sessions/{sessionId}`,
  summary: 'End one session; its access tokens become invalid',
  access: 'session',
  response: 'nothing',
});

export const revokeOwnApiKeys = endpoint({
  method: 'DELETE',
  path: `${base}/api-keys`,
  summary:
    'Revoke all of your API keys, in every organization that the session can open; they stop working at once',
  access: 'session',
  response: 'nothing',
});

export const endOwnRunShares = endpoint({
  method: 'DELETE',
  path: `${base}/run-shares`,
  summary: 'Revoke all share links that you created, in every organization',
  access: 'session',
  response: 'nothing',
});

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: `${base}/sessions`,
  summary: 'End all visible sessions, including this one',
  access: 'session',
  response: 'nothing',
  errors: ['other_sign_in_needed'],
});

/**
 * What deleting the account does to an organization. `leaves`: the organization continues without the person. `deletes`: the
 * person is its only member, so the organization and its data are deleted. `keeps`: the person is its only owner but not its
 * only member, so the account cannot be deleted until the other members are removed.
 */
export const deletionSchema = z.array(
  z.object({ id, name: z.string(), outcome: z.enum(['leaves', 'deletes', 'keeps']) }),
);

export type Deletion = z.output<typeof deletionSchema>;

export const previewDeletion = endpoint({
  method: 'GET',
  path: `${base}/deletion`,
  summary: 'Preview what deleting your account would do to your organizations',
  access: 'session',
  response: deletionSchema,
  errors: ['other_sign_in_needed'],
});

/**
 * Proof of identity for exporting or deleting an account or changing single sign-on: the password entered within the last ten
 * minutes, or a recent sign-in if another service keeps the password.
 */
export const proofSchema = z.object({
  method: z.enum(['password', 'sign-in']),
  isRecent: z.boolean(),
});

export type Proof = z.output<typeof proofSchema>;

export const getProof = endpoint({
  method: 'GET',
  path: `${base}/proof`,
  summary: 'Check if you have confirmed your identity recently, and how you can',
  access: 'session',
  response: proofSchema,
});

/**
 * Personal data of an account. Suites and results belong to the organization, so the export only lists the runs that the
 * person started.
 */
export const accountExportSchema = z.object({
  exportedAt: timestamp,
  profile: z.extend(userSchema, { newsletter: z.nullable(z.boolean()) }),
  signInMethods: z.array(z.object({ provider: z.string(), since: timestamp })),
  memberships: z.array(
    z.object({
      organizationId: id,
      organization: z.string(),
      role,
      since: timestamp,
      lastActiveAt: z.nullable(timestamp),
    }),
  ),
  sessions: z.array(accountSessionSchema),
  apiKeys: z.array(
    z.object({
      organizationId: id,
      name: z.string(),
      beginning: z.string(),
      createdAt: timestamp,
      lastUsedAt: z.nullable(timestamp),
    }),
  ),
  feedback: z.array(z.object({ text: z.string(), path: z.string(), writtenAt: timestamp })),
  /** The newest 10,000. */
  runsStarted: z.array(z.object({ id, suiteName: z.string(), createdAt: timestamp })),
});

export type AccountExport = z.output<typeof accountExportSchema>;

export const exportAccount = endpoint({
  method: 'GET',
  path: `${base}/export`,
  summary: 'Export all data stored about you, without passwords and keys',
  access: 'session',
  response: accountExportSchema,
  errors: ['proof_needed', 'other_sign_in_needed'],
  limitPerMinute: 10,
});

/** Optional kinds of email. Requested emails (password reset, invitation) are always sent. */
export const mailKinds = ['alerts', 'usage', 'runs'] as const;

export type MailKind = (typeof mailKinds)[number];

export const mailPreferencesSchema = z.object({
  /** Monitoring alerts, if an alert channel has this address as a recipient. */
  alerts: z.boolean(),
  /** Warnings about quotas that are nearly or fully used up; sent to owners and admins only. */
  usage: z.boolean(),
  /** Results of runs that the user started. */
  runs: z.enum(['never', 'failed', 'always']),
});

export type MailPreferences = z.output<typeof mailPreferencesSchema>;

export const getMailPreferences = endpoint({
  method: 'GET',
  path: `${base}/mail-preferences`,
  summary: 'Get your email preferences',
  access: 'session',
  response: mailPreferencesSchema,
  errors: ['not_allowed'],
});

export const setMailPreferences = endpoint({
  method: 'PUT',
  path: `${base}/mail-preferences`,
  summary: 'Update your email preferences',
  access: 'session',
  /** Omitted fields stay unchanged. */
  body: z.partial(mailPreferencesSchema),
  response: mailPreferencesSchema,
  errors: ['not_allowed', 'other_sign_in_needed'],
});

/** Token of an unsubscribe link. It contains the recipient and the kind of email, and does not expire. */
const unsubscribeToken = z.string().check(z.minLength(1), z.maxLength(1024));

export const readUnsubscription = endpoint({
  method: 'GET',
  path: '/internal/v1/unsubscribe',
  summary: 'Get what the “Unsubscribe” link of an email turns off',
  access: 'public',
  query: z.object({ token: unsubscribeToken }),
  response: z.object({ email: z.string(), kind: z.enum(mailKinds) }),
  errors: ['invalid_token'],
  limitPerMinute: 60,
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/internal/v1/unsubscribe',
  summary: 'Unsubscribe an address from one kind of email, using the link in such an email',
  access: 'public',
  body: z.object({ token: unsubscribeToken }),
  response: 'nothing',
  errors: ['invalid_token'],
  limitPerMinute: 60,
});
