/**
 * Reads data that the same page also changes. A response that was in transit during a change might not include the change and
 * would revert it on screen, so the read is repeated.
 */
export function steadyReads() {
  let changes = 0;
  return {
    noteChange(): void {
      changes += 1;
    },
    /** `isWanted` returns false when the response is no longer needed. */
    async read<Answer>(ask: () => Promise<Answer>, isWanted = () => true): Promise<Answer> {
      for (;;) {
        const before = changes;
        const answer = await ask();
        if (before === changes || !isWanted()) return answer;
      }
    },
  };
}
