/** Pictures, traces and logs of runs: written by the worker, shown with the run, removed after a while. */
import type { RunOptions } from '@parley/engine';
import { z } from 'zod';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { defineJob, type Work, work } from '../../platform/queue.ts';
import type { Storage } from '../../platform/storage.ts';

const kinds = {
  screenshot: { ending: 'jpg', mediaType: 'image/jpeg' },
  trace: { ending: 'zip', mediaType: 'application/zip' },
  log: { ending: 'txt', mediaType: 'text/plain; charset=utf-8' },
} as const;

const keyOf = (runId: string, id: string) => `runs/${runId}/${id}`;

/** What the engine hands its evidence to. */
export function keepEvidenceOf(
  storage: Storage,
  runId: string,
): NonNullable<RunOptions['keepEvidence']> {
  return async ({ kind, bytes }) => {
    const id = `${kind}-${newId()}.${kinds[kind].ending}`;
    await storage.put(keyOf(runId, id), bytes);
    return id;
  };
}

export interface StoredEvidence {
  bytes: Buffer;
  mediaType: string;
}

/** Undefined for an id that was never given out, and for what was removed. */
export async function readEvidence(
  storage: Storage,
  runId: string,
  id: string,
): Promise<StoredEvidence | undefined> {
  const kind = Object.values(kinds).find(({ ending }) => id.endsWith(`.${ending}`));
  if (!kind || !/^[\w-]+\.[a-z]+$/.test(id)) return undefined;
  const bytes = await storage.get(keyOf(runId, id));
  return bytes && { bytes, mediaType: kind.mediaType };
}

const dayMs = 24 * 60 * 60_000;

export const removeOldEvidenceJob = defineJob('runs.remove-old-evidence', z.object({}));

export function runsWork({ storage, config, clock }: Platform): Work[] {
  const removeOld = () =>
    storage.removeOlder(new Date(clock.now().getTime() - config.evidenceDays * dayMs));
  return [work(removeOldEvidenceJob, removeOld, { schedule: '41 3 * * *' })];
}
