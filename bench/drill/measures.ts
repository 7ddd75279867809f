import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Drill } from './drill.ts';

interface Measures {
  /** Resident memory in bytes. */
  rss: number;
  rssMax: number;
  /** Event loop delay since the start or the last reset (SIGUSR2), in milliseconds. */
  lagP99Ms: number;
  lagMaxMs: number;
  /** CPU time of one turn of the event loop, in milliseconds. */
  pieceP99Ms: number;
  pieceMaxMs: number;
}

export interface Measured {
  /** Environment variables for the process to measure. */
  environment: Record<string, string>;
  /** Reads the measures as of the last second. */
  read(): Measures;
}

export function measureProcess(drill: Drill): Measured {
  const folder = mkdtempSync(join(tmpdir(), 'parley-measures-'));
  drill.defer(async () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'measures');
  const preload = new URL('./measure-process.mjs', import.meta.url).href;
  return {
    environment: { NODE_OPTIONS: `--import ${preload}`, PARLEY_DRILL_MEASURES: file },
    read: () => JSON.parse(readFileSync(file, 'utf8')),
  };
}
