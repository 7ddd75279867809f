import { vi } from 'vitest';

/** Waits for pending work that needs no timers. Fake timers are not advanced. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(0);
}
