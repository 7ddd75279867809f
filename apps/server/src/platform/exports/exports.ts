/**
 * Exports of any size: read page by page and sent while they are written. Concurrent exports share the database: their pages
 * take turns, so that other requests get a connection, and their number is limited to bound the memory.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createFairSemaphore,
  type FairSemaphore,
  type SemaphoreLimits,
} from '@parley/engine/fair-semaphore';
import { isDatabaseAway } from '../database/is-database-away.ts';
import { ApiError } from '../errors/api-error.ts';
import type { WorkFor } from '../work-pool/work-pool.ts';

interface ExportLimits {
  /** Files that can be written at the same time. */
  files: SemaphoreLimits;
  /** Pages that can be read at the same time. */
  pages: SemaphoreLimits;
}

/** Limits of one process. A page waits for at most one page of each other file, so it is read within its time limit. */
const usualLimits: ExportLimits = {
  files: { atOnce: 32, atOncePerParty: 24, waitMs: 15_000 },
  pages: { atOnce: 2, atOncePerParty: 2, waitMs: 50_000 },
};

const retryAfterSeconds = 30;

/** Maximum attempts to read a page. A response that has begun can no longer be refused, so a failed page is read again. */
const attemptsMax = 5;
const firstPauseMs = 500;

/** Reads a page when its turn comes. */
export type ReadPage = <T>(read: () => Promise<T>) => Promise<T>;

export interface Exports {
  /**
   * Waits for a free place, then returns the response stream.
   * @throws ApiError `unavailable` if too many exports are in progress
   */
  stream(
    by: WorkFor,
    write: (readPage: ReadPage) => AsyncIterable<string | Uint8Array>,
  ): Promise<Readable>;
}

export function createExports(limits = usualLimits): Exports {
  const tooBusy = () =>
    new ApiError('unavailable', {
      message: 'Too many exports are in progress.',
      hint: 'Try again in half a minute.',
      retryAfterSeconds,
    });
  const places = createFairSemaphore(limits.files, tooBusy);
  const turns = createFairSemaphore(limits.pages, tooBusy);

  async function inTurn<T>(by: WorkFor, read: () => Promise<T>): Promise<T> {
    const leave = await enter(turns, by);
    try {
      return await read();
    } finally {
      leave();
    }
  }

  return {
    async stream(by, write) {
      const leave = await enter(places, by);
      const readPage: ReadPage = (read) => readWithPatience(() => inTurn(by, read));
      return Readable.from(write(readPage)).once('close', leave);
    },
  };
}

const enter = (turns: FairSemaphore, { organizationId, actor }: WorkFor) =>
  turns.enter(organizationId, { member: actor?.userId });

async function readWithPatience<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      if (attempt === attemptsMax || !isDatabaseAway(error)) throw error;
      await sleep(firstPauseMs * 2 ** (attempt - 1));
    }
  }
}
