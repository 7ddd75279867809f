/**
 * Combines concurrent requests into one read, and identical requests into one answer. Requests that arrive during a read wait
 * for the next one, so an answer is never older than its request.
 */
export interface SharedReads<Asked, Answer> {
  /** Returns the answers in the order of the requests, which all have different keys. */
  read(asked: Asked[]): Promise<Answer[]>;
  keyOf(asked: Asked): string;
  /** Maximum number of requests in one read. */
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
    // Requests of the same tick are included in the first read.
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
