import { vi } from 'vitest';

/** Lets happen what waits for no clock; fake timers stand where they stood. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(0);
}
