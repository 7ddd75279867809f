/**
 * The live socket at /internal/v1/live: one per browser tab. The first message authenticates; if it does not arrive within 5
 * s, the server closes the socket with code 4401. A page sends one message to subscribe to all its topics, with its position
 * in each topic, so that a reconnect resumes without a gap.
 */
import * as z from 'zod/mini';
import { organizationParts } from './endpoint.ts';
import { explorationEventSchema, explorationSummarySchema } from './explorations.ts';
import { id } from './fields.ts';
import { runSummarySchema, sequencedEventSchema } from './runs.ts';

export const livePath = '/internal/v1/live';

/** A position in a log: the number of the last event that the client has. */
const place = z.int().check(z.minimum(0), z.maximum(2 ** 31 - 1));

/**
 * Topics of a socket. An organization's topic announces which runs were queued, started or ended and which lists changed,
 * including changes in the last `unheardMs`, the time that the client was disconnected. A client that has read nothing yet
 * sends 0.
 */
export const liveTopicSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), id, after: place }),
  z.object({ kind: z.literal('exploration'), id, after: place }),
  z.object({ kind: z.literal('organization'), id, unheardMs: z.number().check(z.minimum(0)) }),
]);

export type LiveTopic = z.output<typeof liveTopicSchema>;

/** Maximum number of topics per socket. */
export const liveTopicsMax = 50;

export const liveClientMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('authenticate'), token: z.string().check(z.maxLength(8192)) }),
  /** A repeated subscription replaces the previous one, because the client knows its own position. */
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
  /** Data of this kind can be outdated. */
  z.object({
    type: z.literal('organization-changed'),
    organizationId: id,
    part: z.enum(organizationParts),
    /** Id of the tab that made the change. That tab shows the change already. */
    tab: z.optional(z.string()),
  }),
  /** `topic` is the kind and the id, such as `run:…`. */
  z.object({ type: z.literal('refused'), topic: z.string(), message: z.string() }),
]);

export type LiveServerMessage = z.output<typeof liveServerMessageSchema>;
