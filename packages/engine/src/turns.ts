/**
 * Work that takes turns: so many at a time, so many of one party, the next from whoever has the fewest
 * at work, and of those from whoever had a turn longest ago. Nobody waits longer than the deadline.
 */
import type { StopSignal } from './run-stop.ts';

export interface TurnLimits {
  atOnce: number;
  atOncePerParty: number;
  /** The last place is for a party that has none: nobody else waits for what one party holds for long. */
  isLastShared?: boolean;
  waitMs: number;
}

/** Gives the place back; more than once is as once. */
export type Leave = () => void;

export interface Turns {
  /** @throws what `tooLong` makes when no place became free in time, or an error when the wait is stopped */
  enter(party: string, stop?: Pick<StopSignal, 'whenStopped'>): Promise<Leave>;
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

  function mayEnter(party: string): boolean {
    const held = heldBy(party);
    const isLast = taken === limits.atOnce - 1;
    return held < limits.atOncePerParty && !(limits.isLastShared && isLast && held > 0);
  }

  const comesBefore = (a: string, b: string) =>
    (heldBy(a) - heldBy(b) || lastTurn(a) - lastTurn(b)) < 0;

  function admitNext(): void {
    while (taken < limits.atOnce) {
      let next: Waiting | undefined;
      for (const one of waiting)
        if (mayEnter(one.party) && (!next || comesBefore(one.party, next.party))) next = one;
      if (next === undefined) return;
      waiting = waiting.filter((one) => one !== next);
      next.admit();
    }
  }

  return {
    enter(party, stop) {
      return new Promise<Leave>((resolve, reject) => {
        const late = setTimeout(() => giveUp(tooLong()), limits.waitMs);
        let ignoreStop = () => {};
        const endWait = () => {
          clearTimeout(late);
          ignoreStop();
        };
        const entry: Waiting = {
          party,
          admit() {
            endWait();
            resolve(take(party));
          },
        };
        function giveUp(error: Error): void {
          if (!waiting.includes(entry)) return;
          waiting = waiting.filter((one) => one !== entry);
          endWait();
          forget(party);
          reject(error);
        }
        waiting.push(entry);
        ignoreStop =
          stop?.whenStopped(() => giveUp(new Error('The wait was stopped.'))) ?? ignoreStop;
        admitNext();
      });
    },
  };
}
