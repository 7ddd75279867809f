// Loaded before the server (`node --import`). Every second, records the delay of the event loop, the CPU time of its longest
// turns, and the memory use.
import { renameSync, writeFileSync } from 'node:fs';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.PARLEY_DRILL_MEASURES ?? '';

/** Interval of the measuring timer in milliseconds, which is subtracted from the delay. */
const resolution = 10;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  // Use the CPU time of the thread, so that other load on the machine does not matter.
  const pieces = createHistogram();
  let before = process.threadCpuUsage();
  setInterval(() => {
    const now = process.threadCpuUsage();
    const piece = now.user + now.system - before.user - before.system;
    before = now;
    if (piece > 0) pieces.record(Math.round(piece));
  }, 1).unref();
  let rssMax = 0;
  process.on('SIGUSR2', () => {
    delay.reset();
    pieces.reset();
    rssMax = 0;
  });
  setInterval(() => {
    const rss = process.memoryUsage.rss();
    rssMax = Math.max(rssMax, rss);
    const ms = (/** @type {number} */ nanoseconds) => Math.max(0, nanoseconds / 1e6 - resolution);
    const measures = {
      rss,
      rssMax,
      lagP99Ms: ms(delay.percentile(99)),
      lagMaxMs: ms(delay.max),
      pieceP99Ms: pieces.percentile(99) / 1000,
      pieceMaxMs: pieces.max / 1000,
    };
    writeFileSync(`${file}.new`, JSON.stringify(measures));
    renameSync(`${file}.new`, file);
  }, 1000).unref();
}
