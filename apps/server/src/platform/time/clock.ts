/** The current time, which tests can replace. Times on which machines have to agree come from the database instead. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
