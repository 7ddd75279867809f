/**
 * Notifies the active runs of an organization that spans were refused: immediately, or once the database is available again.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { workScope } from '../../platform/database/scope.ts';
import type { Platform } from '../../platform/platform.ts';
import { appendLoss } from './span-logs.ts';

/** Maximum number of organizations whose notes are waiting. */
const waitingMax = 1000;
const againMs = 1000;
const againMax = 120;

export interface LossNotes {
  note(organizationId: string, reason: string): Promise<void>;
}

export function createLossNotes({ db, news, log, queue }: Platform): LossNotes {
  const waiting = new Map<string, string>();
  let isTelling = false;

  async function tellWaiting(): Promise<void> {
    if (isTelling) return;
    isTelling = true;
    try {
      for (let tries = 0; waiting.size > 0 && tries < againMax; tries += 1) {
        await sleep(againMs, undefined, { signal: queue.stopping });
        for (const [organizationId, reason] of waiting) {
          await appendLoss(workScope(db, organizationId), news, reason);
          waiting.delete(organizationId);
        }
      }
    } catch (error) {
      log.debug({ err: error }, 'Losses of spans could not be noted yet');
    } finally {
      isTelling = false;
    }
    if (waiting.size > 0 && !queue.stopping.aborted) void tellWaiting();
  }

  return {
    async note(organizationId, reason) {
      try {
        await appendLoss(workScope(db, organizationId), news, reason);
      } catch (error) {
        log.warn({ err: error }, 'A loss of spans could not be noted; it is tried again');
        if (waiting.size < waitingMax) waiting.set(organizationId, reason);
        void tellWaiting();
      }
    },
  };
}
