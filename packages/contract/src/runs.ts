/** Runs: a suite carried out against its bot, live and afterwards. */
import type { RunEvent } from '@parley/suite';
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';

const organization = '/internal/v1/users/{userId}/organizations/{orgId}';

export const runStatus = z.enum([
  'queued',
  'running',
  'passed',
  'failed',
  'error',
  'cancelled',
  'interrupted',
]);

export type RunStatus = z.output<typeof runStatus>;

export const runCountsSchema = z.object({
  total: z.number(),
  passed: z.number(),
  failed: z.number(),
  error: z.number(),
  skipped: z.number(),
  pending: z.number(),
});

export const runSummarySchema = z.object({
  id,
  /** Null once the suite was deleted; the name stays. */
  suiteId: z.nullable(id),
  suiteName: z.string(),
  projectId: z.nullable(id),
  projectName: z.string(),
  platform: z.enum(['webchat', 'phone']),
  /** The virtual device that it speaks as, if any; its id is null once that was deleted. */
  device: z.nullable(z.object({ id: z.nullable(id), name: z.string() })),
  trigger: z.enum(['manual', 'api', 'monitor']),
  startedBy: z.nullable(z.string()),
  status: runStatus,
  counts: runCountsSchema,
  createdAt: timestamp,
  startedAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  cancelRequested: z.boolean(),
});

export type RunSummary = z.output<typeof runSummarySchema>;

/** An event with its place in the run: 1, 2, 3 … without a gap. */
export const sequencedEventSchema = z.object({
  seq: z.number(),
  event: z.custom<RunEvent>(),
});

export type SequencedEvent = z.output<typeof sequencedEventSchema>;

export const startRun = endpoint({
  method: 'POST',
  path: `${organization}/testsuites/{suiteId}/runs`,
  summary: 'Queue a run of a test suite as it is now',
  access: { organization: 'runs.start' },
  body: z.object({
    /** Names of the tests to run; all when absent. */
    tests: z.optional(z.array(z.string()).check(z.maxLength(1000))),
  }),
  response: runSummarySchema,
  status: 202,
  errors: ['suite_invalid', 'suite_not_runnable', 'subscription_inactive', 'quota_reached'],
  idempotent: true,
});

export const listRuns = endpoint({
  method: 'GET',
  path: `${organization}/runs`,
  summary: 'Runs, newest first; `cursor` is that of the page before',
  access: { organization: 'runs.read' },
  query: z.object({
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 50),
    suiteId: z.optional(id),
    projectId: z.optional(id),
    status: z.optional(runStatus),
  }),
  response: z.object({ items: z.array(runSummarySchema), nextCursor: z.nullable(z.string()) }),
});

export const getRun = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}`,
  summary: 'One run; its result is what its events fold to',
  access: { organization: 'runs.read' },
  response: runSummarySchema,
});

export const listRunEvents = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}/events`,
  summary: 'The events of a run after a place, in order',
  access: { organization: 'runs.read' },
  query: z.object({
    after: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(5000)), 1000),
  }),
  response: z.object({ events: z.array(sequencedEventSchema), isComplete: z.boolean() }),
});

export const getRunEvidence = endpoint({
  method: 'GET',
  path: `${organization}/runs/{runId}/evidence/{evidenceId}`,
  summary: 'A screenshot, trace or log of a run; its events name them',
  access: { organization: 'runs.read' },
  response: 'file',
});

export const cancelRun = endpoint({
  method: 'POST',
  path: `${organization}/runs/{runId}/cancel`,
  summary: 'Stop a run; what it has recorded stays',
  access: { organization: 'runs.start' },
  response: runSummarySchema,
  status: 202,
  errors: ['run_finished'],
});
