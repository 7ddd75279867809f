/** Waits that can all be ended at once, for good. */
export interface Sleepers {
  /** `moment` is of `performance.now()`. Resolves at that moment or when all are woken. */
  sleepUntil(moment: number): Promise<void>;
  wakeAll(): void;
}

export function createSleepers(): Sleepers {
  const sleeping = new Map<NodeJS.Timeout, () => void>();
  let isOver = false;
  return {
    sleepUntil(moment) {
      const waitMs = moment - performance.now();
      if (isOver || waitMs <= 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          sleeping.delete(timer);
          resolve();
        }, waitMs);
        sleeping.set(timer, resolve);
      });
    },
    wakeAll() {
      isOver = true;
      for (const [timer, resolve] of sleeping) {
        clearTimeout(timer);
        resolve();
      }
      sleeping.clear();
    },
  };
}
