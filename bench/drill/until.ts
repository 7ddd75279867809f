import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition holds, and resolves to true. Resolves to false after the timeout. */
export async function until(
  timeoutMs: number,
  holds: () => Promise<boolean>,
  everyMs = 200,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    if (await holds()) return true;
    if (performance.now() > deadline) return false;
    await sleep(everyMs);
  }
}
