/**
 * The virtual users of a share. Closed profiles define the number of users at each moment, each of whom holds one conversation
 * after another; `arrivals` defines when conversations begin.
 */
import { type LoadProfile, loadAt, partOf, peakUsers } from '@parley/suite';
import type { LoadRecorder } from './load-recorder.ts';
import type { Sleepers } from './sleepers.ts';

export interface Crew {
  profile: LoadProfile;
  share: number;
  shares: number;
  thinkTimeMs: number;
  /** True if new users start one after another, at the pace of their later turns. */
  isPaced: boolean;
  /** Time of second 0 by `performance.now()`. */
  startAt: number;
  recorder: LoadRecorder;
  sleepers: Sleepers;
  isOver(): boolean;
  /** Runs the next conversation. `dueAt` is its intended start. */
  converse(dueAt: number): Promise<void>;
}

const lookEveryMs = 100;

/** Maximum time over which users that are added at the same moment are spread, so that they do not act in unison. */
const spreadMsMax = 1000;
/**
 * Maximum new users per second, even if adding them then takes longer. If all opened their connections within a second, they
 * would wait for each other and stay in step from then on.
 */
const newcomersPerSecondMax = 2000;

/** Maximum arrivals that wait for a free user; further ones are dropped. */
const waitingMax = 10_000;

/** Resolves when the last conversation is over. */
export function employCrew(crew: Crew): Promise<void> {
  return crew.profile.kind === 'arrivals' ? takeArrivals(crew) : keepUsers(crew);
}

async function keepUsers(crew: Crew): Promise<void> {
  const { profile, share, shares, startAt, thinkTimeMs } = crew;
  const users = new Set<Promise<void>>();
  const beginAt = paceOf(crew);
  let wanted = 0;
  let present = 0;

  async function beUser(firstDueAt: number): Promise<void> {
    present += 1;
    let dueAt = firstDueAt;
    for (;;) {
      await crew.sleepers.sleepUntil(dueAt);
      if (crew.isOver() || present > wanted) break;
      await crew.converse(dueAt);
      dueAt = performance.now() + thinkTimeMs;
      // Without think time, a bot that refuses immediately would block the event loop.
      await new Promise(setImmediate);
    }
    present -= 1;
  }

  for (let look = Math.max(startAt, performance.now()); !crew.isOver(); look += lookEveryMs) {
    await crew.sleepers.sleepUntil(look);
    wanted = partOf(loadAt(profile, (look - startAt) / 1000), share, shares);
    const missing = wanted - present;
    const spreadMs =
      missing > 1
        ? Math.max(
            Math.min(spreadMsMax, Math.max(thinkTimeMs, lookEveryMs)),
            (1000 * missing) / newcomersPerSecondMax,
          )
        : 0;
    for (let index = 0; index < missing; index++) {
      const user = beUser(beginAt(look + (spreadMs * index) / missing));
      users.add(user);
      void user.then(() => users.delete(user));
    }
  }
  await Promise.all(users);
}

/**
 * Starts conversations at the arrival rate: conversation n begins n / perSecond seconds after the start, in share n mod shares.
 */
async function takeArrivals(crew: Crew): Promise<void> {
  const { profile, share, shares, startAt, recorder } = crew;
  if (profile.kind !== 'arrivals') return;
  const everyMs = 1000 / profile.perSecond;
  const usersMax = Math.max(1, partOf(profile.usersMax, share, shares));
  const underWay = new Set<Promise<void>>();
  const waiting: number[] = [];

  function begin(dueAt: number): void {
    const conversation = crew.converse(dueAt).then(() => {
      underWay.delete(conversation);
      const next = crew.isOver() ? undefined : waiting.shift();
      if (next !== undefined) begin(next);
    });
    underWay.add(conversation);
  }

  // A share that is taken over starts only the conversations that are due from now on.
  const missed = Math.max(0, (performance.now() - startAt) / everyMs - share) / shares;
  const endAt = startAt + profile.durationS * 1000;
  // The end is determined by number, because shares would disagree on it by the clock.
  const total = profile.perSecond * profile.durationS;
  for (let turn = Math.ceil(missed); share + turn * shares < total; turn++) {
    const dueAt = startAt + (share + turn * shares) * everyMs;
    await crew.sleepers.sleepUntil(dueAt);
    // A conversation that was not yet due when the test was stopped does not start. One that was due starts, however late,
    // because the tester caused the delay.
    if (crew.isOver() && performance.now() < dueAt) break;
    if (underWay.size < usersMax) begin(dueAt);
    else if (waiting.length < waitingMax) waiting.push(dueAt);
    else recorder.dropped(endAt - dueAt);
  }
  while (underWay.size > 0) await Promise.all(underWay);
  const overAt = Math.min(performance.now(), endAt);
  // These arrivals found no free user before the end.
  for (const dueAt of waiting) recorder.dropped(Math.max(0, overAt - dueAt));
}

/** Makes a function that returns the start of the next new user. The users of all shares take turns. */
function paceOf(crew: Crew): (wantedAt: number) => number {
  const { profile, share, shares, startAt, thinkTimeMs, isPaced } = crew;
  const everyMs = thinkTimeMs / partOf(peakUsers(profile), share, shares);
  if (!isPaced || everyMs === 0) return (wantedAt) => wantedAt;
  const firstAt = startAt + (everyMs * share) / shares;
  let next = 0;
  return (wantedAt) => {
    const place = Math.max(next, Math.ceil((wantedAt - firstAt) / everyMs));
    next = place + 1;
    return firstAt + place * everyMs;
  };
}
