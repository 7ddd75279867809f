import { runs } from '@parley/contract';
import { type Account, expect } from './fixtures.ts';

/** Waits until a run has ended; by default, as long as other expectations. */
export async function untilRunEnded(
  account: Account,
  runId: string,
  timeoutMs?: number,
): Promise<void> {
  const finishedAt = async () =>
    (await account.call(runs.getRun, { params: { runId } })).finishedAt;
  await expect.poll(finishedAt, { timeout: timeoutMs }).not.toBeNull();
}
