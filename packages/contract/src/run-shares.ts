/** Share links: they open one run without an account, expire, and can be revoked at any time. */
import * as z from 'zod/mini';
import { standingNames } from './choices.ts';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';
import { runCountsSchema, runStatus } from './runs.ts';

const shares = '/internal/v1/users/{userId}/organizations/{orgId}/runs/{runId}/shares';

/** Lifetimes to choose from, in days. */
export const shareDays = [1, 7, 30] as const;

export type ShareDays = (typeof shareDays)[number];

/** Maximum number of active share links per run. */
export const sharesMax = 20;

const share = z.object({
  id,
  createdAt: timestamp,
  expiresAt: timestamp,
  createdBy: z.string(),
  /** Null if the link was never opened. */
  lastOpenedAt: z.nullable(timestamp),
});

export type RunShare = z.output<typeof share>;

export const listRunShares = endpoint({
  method: 'GET',
  path: shares,
  summary: 'List the active share links of a run, newest first',
  access: { organization: 'runs.read' },
  response: z.array(share),
});

export const shareRun = endpoint({
  method: 'POST',
  path: shares,
  summary: 'Create a share link, which opens a run without an account; only this response shows it',
  access: { organization: 'runs.start' },
  body: z.object({ days: z.literal(shareDays) }),
  response: z.object({ share, url: z.string() }),
  status: 201,
  errors: ['limit_reached'],
  idempotent: true,
});

export const endRunShare = endpoint({
  method: 'DELETE',
  path: `${shares}/{shareId}`,
  summary: 'Revoke a share link',
  access: { organization: 'runs.start' },
  response: 'nothing',
});

const outcome = z.enum(standingNames);

/** A run without payloads, addresses and files. Digits and email addresses are masked. */
export const sharedRunSchema = z.object({
  suiteName: z.string(),
  platform: z.enum(['webchat', 'phone']),
  status: runStatus,
  counts: runCountsSchema,
  startedAt: z.nullable(timestamp),
  finishedAt: z.nullable(timestamp),
  expiresAt: timestamp,
  failure: z.nullable(z.string()),
  tests: z.array(
    z.object({
      name: z.string(),
      outcome,
      /** True if somebody overrode a verdict of the run. */
      isOverridden: z.boolean(),
      durationMs: z.nullable(z.number()),
      failure: z.nullable(z.string()),
      steps: z.array(
        z.object({
          outcome,
          /** The message, or the action in words. */
          said: z.string(),
          expected: z.string(),
          /** The bot’s messages; null if the bot never replied. */
          replies: z.nullable(z.array(z.string())),
          buttons: z.array(z.string()),
          latencyMs: z.nullable(z.number()),
          failure: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** True if long texts were cut, or if steps of later tests were left out. */
  isShortened: z.boolean(),
});

export type SharedRun = z.output<typeof sharedRunSchema>;

export const readSharedRun = endpoint({
  method: 'POST',
  path: '/internal/v1/shared-runs/read',
  summary:
    'Get a run by the token of its share link, sent in the body so that no address or log contains it',
  access: 'public',
  body: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
  response: sharedRunSchema,
  errors: ['invalid_token'],
  limitPerMinute: 60,
});
