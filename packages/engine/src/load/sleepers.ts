/** Waits that can all be ended at once. Later waits then end immediately. */
export interface Sleepers {
  /** Resolves at `moment` (by `performance.now()`), or when `wakeAll` is called. */
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
