/**
 * The live socket at /internal/v1/live: one per browser tab. The first message authenticates; without
 * it within 5 s the server closes with 4401. Each subscription names the place it has seen last, so a
 * reconnect resumes without a gap.
 */
import * as z from 'zod/mini';
import { id } from './fields.ts';
import { runSummarySchema, sequencedEventSchema } from './runs.ts';

export const livePath = '/internal/v1/live';

export const liveClientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticate'), token: z.string().check(z.maxLength(8192)) }),
  z.object({ type: z.literal('subscribe-run'), organizationId: id, runId: id, after: z.number() }),
  z.object({ type: z.literal('unsubscribe-run'), runId: id }),
  /** News of an organization: runs that were queued, started or ended. */
  z.object({ type: z.literal('subscribe-organization'), organizationId: id }),
]);

export type LiveClientMessage = z.output<typeof liveClientMessageSchema>;

export const liveServerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({
    type: z.literal('run-events'),
    runId: id,
    run: runSummarySchema,
    events: z.array(sequencedEventSchema),
  }),
  z.object({ type: z.literal('run-changed'), run: runSummarySchema }),
  z.object({ type: z.literal('refused'), topic: z.string(), message: z.string() }),
]);

export type LiveServerMessage = z.output<typeof liveServerMessageSchema>;
