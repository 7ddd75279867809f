/**
 * The load over time. In most profiles, each virtual user holds one conversation after another. `arrivals` starts conversations
 * at a fixed rate, however slow the bot is.
 */
export type LoadProfile =
  | { kind: 'steady'; users: number; durationS: number }
  /** Rises from 0 to `users` within `rampS` seconds, then stays there until the end. */
  | { kind: 'ramp'; users: number; rampS: number; durationS: number }
  | { kind: 'arrivals'; perSecond: number; usersMax: number; durationS: number }
  /** Keeps `users`, except for `spikeUsers` during `spikeS` seconds from `spikeAtS`. */
  | {
      kind: 'spike';
      users: number;
      spikeUsers: number;
      spikeAtS: number;
      spikeS: number;
      durationS: number;
    };

export type LoadProfileKind = LoadProfile['kind'];

/** @returns the load in a second of the test: virtual users, or conversations per second for `arrivals` */
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

/** @returns the maximum number of concurrent virtual users */
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
 * @returns the maximum number of turns per second with a bot that replies instantly; Infinity if only the bot limits it. New
 * users without pacing briefly exceed it. `turnsMax`: turns of the longest conversation
 */
export function turnsPerSecondMax(
  profile: LoadProfile,
  thinkTimeMs: number,
  turnsMax: number,
): number {
  const ofUsers = thinkTimeMs > 0 ? peakUsers(profile) / (thinkTimeMs / 1000) : Infinity;
  if (profile.kind !== 'arrivals') return ofUsers;
  // A user who arrives speaks at once, and thinks only before later messages.
  return Math.min(profile.perSecond * turnsMax, profile.perSecond + ofUsers);
}

/** @returns the part of `total` for one of `shares` parts. All parts add up to `total`. */
export function partOf(total: number, share: number, shares: number): number {
  return Math.floor((total + shares - 1 - share) / shares);
}
