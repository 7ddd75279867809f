/** Returns the URL of a test or step of a run. Both are counted from 1. */
export function addressOfStep(runId: string, test: number, step?: number): string {
  const search = new URLSearchParams({
    test: String(test),
    ...(step !== undefined && { step: String(step) }),
  });
  return new URL(`/history/testruns/${runId}?${search}`, location.href).href;
}
