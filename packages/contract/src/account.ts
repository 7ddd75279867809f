/** What people see and do about their own account besides signing in. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, role, timestamp } from './fields.ts';
import { userSchema } from './identity.ts';

const base = '/internal/v1/users/{id}';

export const accountSessionSchema = z.object({
  id,
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
  /** As the browser names itself. */
  userAgent: z.nullable(z.string()),
  ipAddress: z.nullable(z.string()),
  createdAt: timestamp,
  /** To the hour. */
  lastActiveAt: timestamp,
});

export type AccountSession = z.output<typeof accountSessionSchema>;

export const listSessions = endpoint({
  method: 'GET',
  path: `${base}/sessions`,
  summary: 'Where one is signed in, the latest first; at most 100',
  access: 'session',
  response: z.array(accountSessionSchema),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: `${base}/sessions/{sessionId}`,
  summary: 'Sign out in one place; its access tokens die with it',
  access: 'session',
  response: 'nothing',
});

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: `${base}/sessions`,
  summary: 'Sign out everywhere, here as well',
  access: 'session',
  response: 'nothing',
});

/**
 * What deleting the account does to an organization. `leaves`: it goes on without the person.
 * `deletes`: nobody else is a member, so it goes with everything in it. `keeps`: its only owner can
 * not leave while others are members; the account can't be deleted before they are removed.
 */
export const deletionSchema = z.array(
  z.object({ id, name: z.string(), outcome: z.enum(['leaves', 'deletes', 'keeps']) }),
);

export type Deletion = z.output<typeof deletionSchema>;

export const previewDeletion = endpoint({
  method: 'GET',
  path: `${base}/deletion`,
  summary: 'What deleting one’s account would do to one’s organizations',
  access: 'session',
  response: deletionSchema,
});

/** Suites and results belong to the organization; of runs there is which ones the person started. */
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
  summary: 'All that is stored about oneself; no password and no key is in it',
  access: 'session',
  response: accountExportSchema,
  limitPerMinute: 10,
});
