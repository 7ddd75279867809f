import * as z from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { defineJob, type Work, work } from '../../platform/queue.ts';
import { createAuth } from './better-auth.ts';
import { deleteExpired } from './identity.queries.ts';

/**
 * Looking for the account and writing the mail is a job, so that the answer to the visitor takes as long
 * for an unknown address as for a known one.
 */
export const requestPasswordResetJob = defineJob(
  'identity.request-password-reset',
  z.object({ email: z.string() }),
);

/** Takes away what has run out. */
export const deleteExpiredJob = defineJob('identity.delete-expired', z.object({}));

export const identityJobs = [requestPasswordResetJob, deleteExpiredJob];

export function identityWork(platform: Platform): Work[] {
  const auth = createAuth(platform);
  return [
    work(requestPasswordResetJob, async ({ email }) => {
      await auth.api.requestPasswordReset({ body: { email } });
    }),
    work(deleteExpiredJob, () => deleteExpired(platform.db), { schedule: '17 * * * *' }),
  ];
}
