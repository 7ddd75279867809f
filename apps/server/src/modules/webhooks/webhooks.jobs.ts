import * as z from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { cleanUpWork } from '../../platform/queue/clean-up.ts';
import { type AnyJob, defineJob, type Work } from '../../platform/queue/queue.ts';
import { webhookCleanUps } from './webhooks.queries.ts';

const trimWebhooksJob = defineJob('webhooks.trim', z.object({}));

export const webhooksJobs: readonly AnyJob[] = [trimWebhooksJob];

export function webhooksWork(platform: Platform): Work[] {
  return [cleanUpWork(platform, trimWebhooksJob, webhookCleanUps, '22 * * * *')];
}
