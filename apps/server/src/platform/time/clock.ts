/** The time, replaceable in tests. What must agree between machines uses the database's clock instead. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
