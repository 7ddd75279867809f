/**
 * Many who ask at the same time are answered by one reading, and those who ask for the same by the same
 * answer. What is asked while a reading is under way waits for the next one, so an answer is never older
 * than its question.
 */
export interface SharedReads<Asked, Answer> {
  /** Answers in the order of what was asked; what is named alike by `keyOf` is asked once. */
  read(asked: Asked[]): Promise<Answer[]>;
  keyOf(asked: Asked): string;
  /** What one reading may ask for. */
  lengthMax: number;
}

interface Waiting<Asked, Answer> {
  asked: Asked;
  settle: PromiseWithResolvers<Answer>;
}

export function shareReads<Asked, Answer>({
  read,
  keyOf,
  lengthMax,
}: SharedReads<Asked, Answer>): (asked: Asked) => Promise<Answer> {
  const waiting = new Map<string, Waiting<Asked, Answer>>();
  let isReading = false;

  async function readAll(): Promise<void> {
    // Whoever asks in the same moment is in the first reading already.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, lengthMax);
      for (const [key] of batch) waiting.delete(key);
      await answer(batch.map(([, one]) => one));
    }
    isReading = false;
  }

  async function answer(batch: Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await read(batch.map(({ asked }) => asked));
      for (const [index, { settle }] of batch.entries()) settle.resolve(answers[index] as Answer);
    } catch (error) {
      for (const { settle } of batch) settle.reject(error);
    }
  }

  return (asked) => {
    const key = keyOf(asked);
    const known = waiting.get(key);
    if (known) return known.settle.promise;
    const settle = Promise.withResolvers<Answer>();
    waiting.set(key, { asked, settle });
    if (!isReading) {
      isReading = true;
      void readAll();
    }
    return settle.promise;
  };
}
