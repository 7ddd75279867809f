/** Lets only so many do something at the same time; the others wait in line. */
export interface Slots {
  take(): Promise<Disposable>;
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  const give = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async take() {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let isTaken = true;
      return {
        [Symbol.dispose]() {
          if (isTaken) give();
          isTaken = false;
        },
      };
    },
  };
}
