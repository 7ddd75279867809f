/** Returns the URL of a test or step of a run, both counted from 1, and of a moment in its recording, in milliseconds. */
export function addressOfStep(runId: string, test: number, step?: number, atMs?: number): string {
  const search = new URLSearchParams({
    test: String(test),
    ...(step !== undefined && { step: String(step) }),
    ...(atMs !== undefined && { at: String(Math.max(1, atMs)) }),
  });
  return new URL(`/history/testruns/${runId}?${search}`, location.href).href;
}
