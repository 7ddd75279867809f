import { vi } from 'vitest';

/** Waits for pending work that does not depend on timers; fake timers are not advanced. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await vi.advanceTimersByTimeAsync(0);
}
