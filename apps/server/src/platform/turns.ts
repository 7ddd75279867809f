/**
 * Work that takes turns: so many at a time, so many of one party, the next from whoever has the fewest
 * at work, and of those from whoever had a turn longest ago. Nobody waits longer than the deadline.
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
  /** When each party of those that are here had its last turn, as the number of that turn. */
  const lastTurnOf = new Map<string, number>();
  let turn = 0;
  let taken = 0;

  const heldBy = (party: string) => placesOf.get(party) ?? 0;

  const lastTurn = (party: string) => lastTurnOf.get(party) ?? 0;

  /** Whoever has nothing here begins anew. */
  function forget(party: string): void {
    if (heldBy(party) === 0 && !waiting.some((one) => one.party === party))
      lastTurnOf.delete(party);
  }

  function take(party: string): Leave {
    taken += 1;
    turn += 1;
    lastTurnOf.set(party, turn);
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
      forget(party);
    };
  }

  function admitNext(): void {
    while (taken < limits.atOnce) {
      const next = waiting
        .filter(({ party }) => heldBy(party) < limits.atOncePerParty)
        .toSorted(
          (a, b) => heldBy(a.party) - heldBy(b.party) || lastTurn(a.party) - lastTurn(b.party),
        )[0];
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
