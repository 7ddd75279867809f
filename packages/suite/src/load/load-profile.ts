/**
 * Load over the time of a load test. In closed profiles virtual users hold one conversation after
 * another; `arrivals` starts conversations at a fixed rate, however slow the bot is.
 */
export type LoadProfile =
  | { kind: 'steady'; users: number; durationS: number }
  /** From none to all users within `rampS`, then all of them until the end. */
  | { kind: 'ramp'; users: number; rampS: number; durationS: number }
  | { kind: 'arrivals'; perSecond: number; usersMax: number; durationS: number }
  /** `users` all the time, and `spikeUsers` from `spikeAtS` for `spikeS` seconds. */
  | {
      kind: 'spike';
      users: number;
      spikeUsers: number;
      spikeAtS: number;
      spikeS: number;
      durationS: number;
    };

export type LoadProfileKind = LoadProfile['kind'];

/** What the profile asks for at a second: virtual users, or for `arrivals` conversations per second. */
export function loadAt(profile: LoadProfile, second: number): number {
  if (second < 0 || second >= profile.durationS) return 0;
  switch (profile.kind) {
    case 'steady':
      return profile.users;
    case 'ramp': {
      const reached = profile.rampS > 0 ? Math.min(1, second / profile.rampS) : 1;
      return Math.ceil(profile.users * reached);
    }
    case 'arrivals':
      return profile.perSecond;
    case 'spike': {
      const sinceSpike = second - profile.spikeAtS;
      const isSpike = sinceSpike >= 0 && sinceSpike < profile.spikeS;
      return isSpike ? profile.spikeUsers : profile.users;
    }
  }
}

/** The most virtual users that the profile has at a time. */
export function peakUsers(profile: LoadProfile): number {
  switch (profile.kind) {
    case 'arrivals':
      return profile.usersMax;
    case 'spike':
      return Math.max(profile.users, profile.spikeUsers);
    default:
      return profile.users;
  }
}

/**
 * The most turns per second that the profile can come to, for a bot that answers at once; Infinity
 * where nothing but the bot slows it down. New users who are not paced come to more when they begin.
 * `turnsMax`: turns of the longest conversation.
 */
export function turnsPerSecondMax(
  profile: LoadProfile,
  thinkTimeMs: number,
  turnsMax: number,
): number {
  const ofUsers = thinkTimeMs > 0 ? peakUsers(profile) / (thinkTimeMs / 1000) : Infinity;
  if (profile.kind !== 'arrivals') return ofUsers;
  // Who arrives speaks at once, and thinks only before what is said next.
  return Math.min(profile.perSecond * turnsMax, profile.perSecond + ofUsers);
}

/** A part of a number that is divided among `shares`; the parts of all shares add up to it. */
export function partOf(total: number, share: number, shares: number): number {
  return Math.floor((total + shares - 1 - share) / shares);
}
