/**
 * Reads of what is also changed here. An answer that was on its way during a change may not know of it and
 * would take it back on the screen, so it is asked for again.
 */
export function steadyReads() {
  let changes = 0;
  return {
    noteChange(): void {
      changes += 1;
    },
    /** `isWanted` says whether anybody still waits for the answer. */
    async read<Answer>(ask: () => Promise<Answer>, isWanted = () => true): Promise<Answer> {
      for (;;) {
        const before = changes;
        const answer = await ask();
        if (before === changes || !isWanted()) return answer;
      }
    },
  };
}
