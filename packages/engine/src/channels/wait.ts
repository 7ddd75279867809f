/** Waits for a moment that can be ended early. Supports one wait at a time. */
export interface Wait {
  /** Resolves at `moment`, in the time of `performance.now()`. */
  until(moment: number): Promise<void>;
  end(): void;
}

export function createWait(): Wait {
  let end: (() => void) | undefined;
  return {
    until: (moment) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, moment - performance.now()));
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end?.(),
  };
}
