/**
 * Ends a process whose event loop is blocked: a job that never yields would block all others, and a blocked worker looks alive
 * to its supervisor.
 */
import { Worker } from 'node:worker_threads';

/**
 * Longest time in milliseconds for which the event loop may be blocked, far more than a large file or a slow disk could cause.
 */
const stillMs = 60_000;

const beatEveryMs = 1000;

export interface BeatsToWatch {
  beats: Int32Array;
  lookEveryMs: number;
  /** Number of consecutive checks without a heartbeat after which the process is ended. */
  looksMax: number;
}

/**
 * Watches the process until closed. A process that was suspended as a whole, for example because the machine slept, is not
 * ended.
 */
export function startWatchdog(stillMsMax = stillMs): { close(): Promise<void> } {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const timer = setInterval(() => Atomics.add(beats, 0, 1), beatEveryMs);
  timer.unref();
  const watched: BeatsToWatch = {
    beats,
    lookEveryMs: beatEveryMs,
    looksMax: stillMsMax / beatEveryMs,
  };
  const watcher = new Worker(new URL('./watch-beats.ts', import.meta.url), {
    workerData: watched,
    // The thread does not inherit the flags of the process.
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  watcher.unref();
  return {
    async close() {
      clearInterval(timer);
      await watcher.terminate();
    },
  };
}
