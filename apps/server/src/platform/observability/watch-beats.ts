/** The thread of watchdog.ts, which keeps running while the event loop of the process is blocked. */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { BeatsToWatch } from './watchdog.ts';

const { beats, lookEveryMs, looksMax } = workerData as BeatsToWatch;

let last = Atomics.load(beats, 0);
let looks = 0;

setInterval(() => {
  const now = Atomics.load(beats, 0);
  looks = now === last ? looks + 1 : 0;
  last = now;
  if (looks < looksMax) return;
  // Written directly, because the log of the process is blocked as well.
  const msg =
    'The process stood still for too long and is ended, for its supervisor to start it anew';
  writeSync(2, `${JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg })}\n`);
  process.kill(process.pid, 'SIGKILL');
}, lookEveryMs);
