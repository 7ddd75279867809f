/**
 * The live socket at /internal/v1/live: one per browser tab. The first message authenticates; without
 * it within 5 s the server closes with 4401. Each subscription names the place it has seen last, so a
 * reconnect resumes without a gap.
 */
import * as z from 'zod/mini';
import { explorationEventSchema, explorationSummarySchema } from './explorations.ts';
import { id } from './fields.ts';
import { runSummarySchema, sequencedEventSchema } from './runs.ts';

export const livePath = '/internal/v1/live';

export const liveClientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticate'), token: z.string().check(z.maxLength(8192)) }),
  z.object({ type: z.literal('subscribe-run'), organizationId: id, runId: id, after: z.number() }),
  z.object({ type: z.literal('unsubscribe-run'), runId: id }),
  z.object({
    type: z.literal('subscribe-exploration'),
    organizationId: id,
    explorationId: id,
    after: z.number(),
  }),
  z.object({ type: z.literal('unsubscribe-exploration'), explorationId: id }),
  /** News of an organization: runs that were queued, started or ended; lists that changed. */
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
  z.object({
    type: z.literal('exploration-events'),
    explorationId: id,
    exploration: explorationSummarySchema,
    events: z.array(explorationEventSchema),
  }),
  z.object({ type: z.literal('run-changed'), run: runSummarySchema }),
  /** What was read of this part is old. After a gap it is told of each part. */
  z.object({
    type: z.literal('organization-changed'),
    organizationId: id,
    part: z.enum(['organization', 'projects', 'suites', 'monitoring']),
    /** The tab that changed it, by its own name for itself; it knows already. */
    tab: z.optional(z.string()),
  }),
  z.object({ type: z.literal('refused'), topic: z.string(), message: z.string() }),
]);

export type LiveServerMessage = z.output<typeof liveServerMessageSchema>;
