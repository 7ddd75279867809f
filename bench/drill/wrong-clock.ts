import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Drill } from './drill.ts';

export interface WrongClock {
  /** Environment variables for the affected process. */
  environment: Record<string, string>;
  /** Shifts the clock from now on. The process notices almost immediately. */
  set(shiftMs: number): void;
  shiftMs(): number;
}

export function createWrongClock(drill: Drill, shiftMs: number): WrongClock {
  const folder = mkdtempSync(join(tmpdir(), 'parley-clock-'));
  drill.defer(async () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'shift');
  let current = shiftMs;
  const set = (ms: number) => {
    current = ms;
    writeFileSync(`${file}.new`, String(ms));
    renameSync(`${file}.new`, file);
  };
  set(shiftMs);
  const preload = new URL('./shift-clock.mjs', import.meta.url).href;
  return {
    environment: { NODE_OPTIONS: `--import ${preload}`, PARLEY_DRILL_CLOCK: file },
    set,
    shiftMs: () => current,
  };
}
