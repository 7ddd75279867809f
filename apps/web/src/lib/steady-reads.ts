/**
 * Reads data that is also changed here. A response that was in transit during a change may not include it and would revert it
 * on screen, so it is requested again.
 */
export function steadyReads() {
  let changes = 0;
  return {
    noteChange(): void {
      changes += 1;
    },
    /** `isWanted` tells if the response is still needed. */
    async read<Answer>(ask: () => Promise<Answer>, isWanted = () => true): Promise<Answer> {
      for (;;) {
        const before = changes;
        const answer = await ask();
        if (before === changes || !isWanted()) return answer;
      }
    },
  };
}
