/**
 * Work that takes turns: so many at a time, so many of one party, the next from whoever has the fewest
 * at work. Nobody waits longer than the deadline.
 */

export interface TurnLimits {
  atOnce: number;
  atOncePerParty: number;
  waitMs: number;
}

/** Gives the place back; more than once is as once. */
export type Leave = () => void;

export interface Turns {
  /** @throws what `tooLong` makes when no place became free in time */
  enter(party: string): Promise<Leave>;
}

interface Waiting {
  party: string;
  admit(): void;
}

export function createTurns(limits: TurnLimits, tooLong: () => Error): Turns {
  const placesOf = new Map<string, number>();
  let waiting: Waiting[] = [];
  let taken = 0;

  const heldBy = (party: string) => placesOf.get(party) ?? 0;

  function take(party: string): Leave {
    taken += 1;
    placesOf.set(party, heldBy(party) + 1);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      taken -= 1;
      const left = heldBy(party) - 1;
      if (left === 0) placesOf.delete(party);
      else placesOf.set(party, left);
      admitNext();
    };
  }

  function admitNext(): void {
    while (taken < limits.atOnce) {
      const next = waiting
        .filter(({ party }) => heldBy(party) < limits.atOncePerParty)
        .toSorted((a, b) => heldBy(a.party) - heldBy(b.party))[0];
      if (next === undefined) return;
      waiting = waiting.filter((one) => one !== next);
      next.admit();
    }
  }

  return {
    enter(party) {
      return new Promise<Leave>((resolve, reject) => {
        const late = setTimeout(() => {
          waiting = waiting.filter((one) => one !== entry);
          reject(tooLong());
        }, limits.waitMs);
        const entry: Waiting = {
          party,
          admit() {
            clearTimeout(late);
            resolve(take(party));
          },
        };
        waiting.push(entry);
        admitNext();
      });
    },
  };
}
