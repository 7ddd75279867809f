/**
 * The live socket at /internal/v1/live: one per browser tab. The first message authenticates; without it within 5 s the server
 * closes with 4401. A page subscribes to everything that it follows with one message, which contains its position in each
 * topic, so a reconnect resumes without a gap.
 */
import * as z from 'zod/mini';
import { organizationParts } from './endpoint.ts';
import { explorationEventSchema, explorationSummarySchema } from './explorations.ts';
import { id } from './fields.ts';
import { runSummarySchema, sequencedEventSchema } from './runs.ts';

export const livePath = '/internal/v1/live';

/** A place in a log: the number of the last event that the client has. */
const place = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));

/**
 * Topics of a socket. For an organization, it announces which runs were queued, started or ended and which lists changed,
 * including what it missed in the last `unheardMs`, the time without a connection; 0 for a client that has read nothing yet.
 */
export const liveTopicSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), id, after: place }),
  z.object({ kind: z.literal('exploration'), id, after: place }),
  z.object({ kind: z.literal('organization'), id, unheardMs: z.number().check(z.minimum(0)) }),
]);

export type LiveTopic = z.output<typeof liveTopicSchema>;

/** Most topics that one socket can follow. */
export const liveTopicsMax = 50;

export const liveClientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticate'), token: z.string().check(z.maxLength(8192)) }),
  /** A repeated subscription starts anew, because the client knows its position best. */
  z.object({
    type: z.literal('subscribe'),
    organizationId: id,
    topics: z.array(liveTopicSchema).check(z.minLength(1), z.maxLength(liveTopicsMax)),
  }),
  z.object({
    type: z.literal('unsubscribe'),
    kind: z.enum(['run', 'exploration', 'organization']),
    id,
  }),
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
  /** Data of this kind may be outdated. */
  z.object({
    type: z.literal('organization-changed'),
    organizationId: id,
    part: z.enum(organizationParts),
    /** Name of the tab that made the change, which knows about it already. */
    tab: z.optional(z.string()),
  }),
  /** `topic` is the kind and the id, as `run:…`. */
  z.object({ type: z.literal('refused'), topic: z.string(), message: z.string() }),
]);

export type LiveServerMessage = z.output<typeof liveServerMessageSchema>;
