/** How the whole installation is doing, for the people who operate it (PARLEY_OPERATORS). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './fields.ts';

const base = '/internal/v1/operations';

const count = z.number();

const processSchema = z.object({
  id,
  role: z.enum(['all', 'api', 'worker']),
  host: z.string(),
  pid: count,
  version: z.string(),
  startedAt: timestamp,
  /** When it last said that it is there; a process that stops in order is not listed any more. */
  seenAt: timestamp,
  isSilent: z.boolean(),
  /** How far its clock is ahead of that of the database. */
  clockAheadMs: count,
  /** What it holds at the moment. */
  runs: count,
  conversations: count,
  loadShares: count,
});

export type ServerProcess = z.output<typeof processSchema>;

const workSchema = z.object({
  /** `runs`, `mails`, `alerts`, or the name of a job. */
  kind: z.string(),
  waiting: count,
  atWork: count,
  /** Of what is due and waits; null if nothing does. */
  oldestSeconds: z.nullable(count),
  /** Given up, until somebody retries or deletes it. */
  dead: count,
});

export type QueuedWork = z.output<typeof workSchema>;

const deadWorkSchema = z.object({
  id,
  kind: z.string(),
  /** Who or what it is for. Empty for jobs that look after the installation. */
  target: z.string(),
  attempts: count,
  reason: z.string(),
  /** When it was tried for the last time, or was to be. */
  at: timestamp,
});

export type DeadWork = z.output<typeof deadWorkSchema>;

const healthSchema = z.object({
  version: z.string(),
  at: timestamp,
  processes: z.array(processSchema),
  work: z.array(workSchema),
  /** The newest hundred. */
  deadWork: z.array(deadWorkSchema),
  /** Slots of monitors that are due by more than 30 s and not started. */
  lateSlots: z.object({ count, oldestSeconds: count }),
  database: z.object({ kind: z.enum(['embedded', 'postgresql']), bytes: count }),
  /** Of the data folder. */
  disk: z.object({ freeBytes: count, totalBytes: count }),
});

export type OperationsHealth = z.output<typeof healthSchema>;

export const getHealth = endpoint({
  method: 'GET',
  path: base,
  summary: 'Processes, queues, what was given up, database and disk; for operators',
  access: 'session',
  response: healthSchema,
});

export const retryDeadWork = endpoint({
  method: 'POST',
  path: `${base}/dead-work/{kind}/{deadWorkId}/retry`,
  summary: 'Tries once more what was given up; for operators',
  access: 'session',
  response: 'nothing',
});

export const deleteDeadWork = endpoint({
  method: 'DELETE',
  path: `${base}/dead-work/{kind}/{deadWorkId}`,
  summary: 'Removes what was given up; for operators',
  access: 'session',
  response: 'nothing',
});
