import { lt, sql } from 'drizzle-orm';
import * as z from 'zod';
import { sessions } from '../../../db/schema/sessions.ts';
import { oneTimeTokens, signInFailures, verifications } from '../../../db/schema/users.ts';
import type { Platform } from '../../../platform/platform.ts';
import { cleanUpRows, cleanUpWork } from '../../../platform/queue/clean-up.ts';
import { defineJob, type Work, work } from '../../../platform/queue/queue.ts';
import { createAuth } from './better-auth.ts';

/**
 * A job that finds the account and writes the email, so that the response takes the same time for unknown addresses as for
 * known ones.
 */
export const requestPasswordResetJob = defineJob(
  'identity.request-password-reset',
  z.object({ email: z.string() }),
);

/** Deletes expired sessions, tokens and counters. */
export const deleteExpiredJob = defineJob('identity.delete-expired', z.object({}));

export const identityJobs = [requestPasswordResetJob, deleteExpiredJob];

/** Rows are kept for a day after they expire, for investigations. */
const dayAgo = sql`now() - interval '1 day'`;

const expired = [
  cleanUpRows('sessions', sessions, lt(sessions.expiresAt, dayAgo)),
  cleanUpRows('verifications', verifications, lt(verifications.expiresAt, dayAgo)),
  cleanUpRows('one-time-tokens', oneTimeTokens, lt(oneTimeTokens.expiresAt, dayAgo)),
  cleanUpRows('sign-in-failures', signInFailures, lt(signInFailures.lastFailedAt, dayAgo)),
];

export function identityWork(platform: Platform): Work[] {
  const auth = createAuth(platform);
  return [
    work(requestPasswordResetJob, async ({ email }) => {
      await auth.api.requestPasswordReset({ body: { email } });
    }),
    cleanUpWork(platform, deleteExpiredJob, expired, '17 * * * *'),
  ];
}
