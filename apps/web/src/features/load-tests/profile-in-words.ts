import type { LoadProfile } from '@parley/suite';
import { formatNumber } from '#/lib/format-number.ts';
import { printDuration } from './duration-text.ts';

/** Describes a profile, for example "50 virtual users for 5 min". */
export function profileInWords(profile: LoadProfile): string {
  const time = `for ${printDuration(profile.durationS)}`;
  switch (profile.kind) {
    case 'steady':
      return `${users(profile.users)} ${time}`;
    case 'ramp':
      return `Up to ${users(profile.users)} within ${printDuration(profile.rampS)}, ${time}`;
    case 'arrivals':
      return `${formatNumber(profile.perSecond)} ${profile.perSecond === 1 ? 'conversation' : 'conversations'} per second ${time}`;
    case 'spike':
      return `${users(profile.users)}, ${formatNumber(profile.spikeUsers)} in a spike of ${printDuration(profile.spikeS)}, ${time}`;
  }
}

const users = (count: number) =>
  `${formatNumber(count)} ${count === 1 ? 'virtual user' : 'virtual users'}`;
