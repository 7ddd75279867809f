import { vi } from 'vitest';

/** Lets pending work finish that waits for no clock; fake timers stay unchanged. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(0);
}
