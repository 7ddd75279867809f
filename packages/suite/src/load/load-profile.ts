/**
 * Load over the duration of a load test. In closed profiles, each virtual user has one conversation after another; `arrivals`
 * starts conversations at a fixed rate, however slow the bot is.
 */
export type LoadProfile =
  | { kind: 'steady'; users: number; durationS: number }
  /** Rises from no users to all of them within `rampS`, and keeps all until the end. */
  | { kind: 'ramp'; users: number; rampS: number; durationS: number }
  | { kind: 'arrivals'; perSecond: number; usersMax: number; durationS: number }
  /** Keeps `users` throughout, except `spikeUsers` from `spikeAtS` for `spikeS` seconds. */
  | {
      kind: 'spike';
      users: number;
      spikeUsers: number;
      spikeAtS: number;
      spikeS: number;
      durationS: number;
    };

export type LoadProfileKind = LoadProfile['kind'];

/** The load at a given second: virtual users, or conversations per second for `arrivals`. */
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
 * The maximum number of turns per second that the profile can reach with a bot that replies instantly; Infinity if only the bot
 * limits it. New users without pacing exceed it when they begin. `turnsMax`: turns of the longest conversation.
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

/** The part of `total` that falls to one of `shares`; the parts of all shares add up to it. */
export function partOf(total: number, share: number, shares: number): number {
  return Math.floor((total + shares - 1 - share) / shares);
}
