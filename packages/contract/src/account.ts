/** What people see and change in their account besides signing in. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, role, timestamp } from './fields.ts';
import { userSchema } from './identity.ts';

const base = '/internal/v1/users/{id}';

export const accountSessionSchema = z.object({
  id,
  /** True for the session of this request. */
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
 * Effect of the account's deletion on an organization. `leaves`: it continues without the person.
 * `deletes`: it has no other members, so it is deleted with everything in it. `keeps`: its only
 * owner cannot leave while it has other members; the account cannot be deleted before they are
 * removed.
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
 * Proof that is required to export or delete an account or to change single sign-on: the password
 * within the last ten minutes, or a recent sign-in if the password is kept elsewhere.
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

/** Suites and results belong to the organization, so the export only lists which runs the person started. */
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

/** Optional emails. Requested ones (a new password, an invitation) are always sent. */
export const mailKinds = ['alerts', 'usage', 'runs'] as const;

export type MailKind = (typeof mailKinds)[number];

export const mailPreferencesSchema = z.object({
  /** Alerts of monitoring, if a channel sends them to this address. */
  alerts: z.boolean(),
  /** Quotas nearly or fully used up; owners and admins only. */
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

/** Contents of an unsubscribe link: its recipient and the kind of email. It does not expire. */
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
