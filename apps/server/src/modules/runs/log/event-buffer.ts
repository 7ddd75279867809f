/**
 * Collects events for a moment, so that a run writes a few batches instead of a transaction per event. Writes one batch at a
 * time; callers wait while too much is pending.
 */
import type { RunEvent } from '@parley/suite';
import { sizeOf } from './size-of.ts';

/** Time that an event waits for others; too short to be noticeable in the live view. */
const gatherMs = 100;

const batchMax = { events: 1000, characters: 4 * 1_048_576 };

/** Beyond this, conversations wait until the database has caught up. */
const waitingMax = { events: 1000, characters: 16 * 1_048_576 };

interface Waiting {
  event: RunEvent;
  characters: number;
}

export interface EventBuffer {
  /** Adds an event. Rejects if an earlier batch could not be written. */
  add(event: RunEvent): Promise<void>;
  /** Writes the waiting events. Rejects if a batch could not be written. */
  flush(): Promise<void>;
}

export function createEventBuffer(write: (events: RunEvent[]) => Promise<void>): EventBuffer {
  let waiting: Waiting[] = [];
  let charactersWaiting = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  /** A write that waits for the previous one and includes the events that arrive until then. */
  let queued: Promise<void> | undefined;
  let failure: unknown;

  /** Writes the events that are waiting now; events that arrive meanwhile wait for the next write. */
  async function writeWaiting(): Promise<void> {
    let left = waiting.length;
    while (left > 0 && failure === undefined) {
      const batch = waiting.slice(0, Math.min(left, batchLength(waiting)));
      await write(batch.map(({ event }) => event));
      waiting = waiting.slice(batch.length);
      for (const { characters } of batch) charactersWaiting -= characters;
      left -= batch.length;
    }
  }

  function writeOut(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    queued ??= writing
      .then(() => {
        queued = undefined;
        return writeWaiting();
      })
      .catch((error) => {
        failure = error;
      });
    writing = queued;
    return queued;
  }

  return {
    async add(event) {
      if (failure !== undefined) throw failure;
      const characters = sizeOf(event);
      waiting.push({ event, characters });
      charactersWaiting += characters;
      timer ??= setTimeout(writeOut, gatherMs);
      if (waiting.length >= waitingMax.events || charactersWaiting >= waitingMax.characters)
        await writeOut();
    },
    async flush() {
      await writeOut();
      if (failure !== undefined) throw failure;
    },
  };
}

/** Returns the number of events to write together; a single event can exceed the size of a batch. */
function batchLength(waiting: readonly Waiting[]): number {
  let characters = 0;
  for (const [index, one] of waiting.entries()) {
    characters += one.characters;
    if (index === batchMax.events || (index > 0 && characters > batchMax.characters)) return index;
  }
  return waiting.length;
}
