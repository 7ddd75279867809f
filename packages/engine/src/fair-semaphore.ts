/**
 * A fair semaphore: limits the number of concurrent tasks in total and per party. The next task comes from the party with the
 * fewest active tasks; among several such parties, from the one that was served longest ago. Members of a party share its turns
 * in the same way. No wait exceeds its deadline.
 */
import type { StopSignal } from './run-stop.ts';

export interface SemaphoreLimits {
  atOnce: number;
  atOncePerParty: number;
  /**
   * The last place is reserved for a party that has none, so that one party with long tasks cannot
   * block all others.
   */
  isLastShared?: boolean;
  /** Maximum number of waiting tasks of one member; unlimited if absent. */
  waitingPerMember?: number;
  waitMs: number;
}

/** Releases the place. Repeated calls do nothing. */
export type Leave = () => void;

interface Entrant extends Partial<Pick<StopSignal, 'whenStopped'>> {
  /** Member of a party that shares its turns. */
  member?: string | undefined;
}

export interface FairSemaphore {
  /**
   * @throws the error that `refused` makes if no place became free in time or the member has too many tasks waiting, or an
   * error if the wait is stopped
   */
  enter(party: string, entrant?: Entrant): Promise<Leave>;
}

interface Waiting {
  party: string;
  /** Key of the member, unique across parties. */
  member: string;
  admit(): void;
}

/** Why a task was refused: the deadline passed, or the member has too many waiting. */
type Refusal = 'late' | 'crowded';

export function createFairSemaphore(
  limits: SemaphoreLimits,
  refused: (why: Refusal) => Error,
): FairSemaphore {
  const parties = createTally();
  const members = createTally();
  let waiting: Waiting[] = [];
  let taken = 0;
  const { waitingPerMember = Infinity } = limits;

  const waitingOf = (asked: string) => waiting.filter(({ member }) => member === asked).length;

  /** Forgets a party or member that has no place and nothing waiting, so that it starts afresh. */
  function forget({ party, member }: Waiting): void {
    if (!waiting.some((one) => one.party === party)) parties.forget(party);
    if (!waiting.some((one) => one.member === member)) members.forget(member);
  }

  function take(entry: Waiting): Leave {
    taken += 1;
    parties.take(entry.party);
    members.take(entry.member);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      taken -= 1;
      parties.leave(entry.party);
      members.leave(entry.member);
      admitNext();
      forget(entry);
    };
  }

  function mayEnter(party: string): boolean {
    const held = parties.held(party);
    const isLast = taken === limits.atOnce - 1;
    return held < limits.atOncePerParty && !(limits.isLastShared && isLast && held > 0);
  }

  const comesBefore = (a: Waiting, b: Waiting) =>
    (parties.order(a.party, b.party) || members.order(a.member, b.member)) < 0;

  function admitNext(): void {
    while (taken < limits.atOnce) {
      let next: Waiting | undefined;
      for (const one of waiting)
        if (mayEnter(one.party) && (!next || comesBefore(one, next))) next = one;
      if (next === undefined) return;
      waiting = waiting.filter((one) => one !== next);
      next.admit();
    }
  }

  return {
    enter(party, entrant = {}) {
      return new Promise<Leave>((resolve, reject) => {
        const late = setTimeout(() => giveUp(refused('late')), limits.waitMs);
        let ignoreStop = () => {};
        const endWait = () => {
          clearTimeout(late);
          ignoreStop();
        };
        const entry: Waiting = {
          party,
          member: JSON.stringify([party, entrant.member]),
          admit() {
            endWait();
            resolve(take(entry));
          },
        };
        function giveUp(error: Error): void {
          if (!waiting.includes(entry)) return;
          waiting = waiting.filter((one) => one !== entry);
          endWait();
          forget(entry);
          reject(error);
        }
        waiting.push(entry);
        ignoreStop =
          entrant.whenStopped?.(() => giveUp(new Error('The wait was stopped.'))) ?? ignoreStop;
        admitNext();
        if (waitingOf(entry.member) > waitingPerMember) giveUp(refused('crowded'));
      });
    },
  };
}

/** Counts places and last turns by party. */
function createTally() {
  const places = new Map<string, number>();
  /** Number of each party's last turn. */
  const lastTurns = new Map<string, number>();
  let turn = 0;
  const held = (one: string) => places.get(one) ?? 0;
  const lastTurn = (one: string) => lastTurns.get(one) ?? 0;
  return {
    held,
    /** Compares two parties or members: negative if the first one comes first. */
    order: (a: string, b: string) => held(a) - held(b) || lastTurn(a) - lastTurn(b),
    take(one: string): void {
      turn += 1;
      lastTurns.set(one, turn);
      places.set(one, held(one) + 1);
    },
    leave(one: string): void {
      if (held(one) === 1) places.delete(one);
      else places.set(one, held(one) - 1);
    },
    forget(one: string): void {
      if (held(one) === 0) lastTurns.delete(one);
    },
  };
}
