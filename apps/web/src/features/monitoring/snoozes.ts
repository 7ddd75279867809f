import type { MuteScope } from '@parley/contract';

/** Options for snoozing an incident: the duration, and which alerts are muted. */
export const snoozes: { label: string; hours: number; muteScope: MuteScope }[] = [
  { label: 'Known failures, for an hour', hours: 1, muteScope: 'known' },
  { label: 'Known failures, for a day', hours: 24, muteScope: 'known' },
  { label: 'Known failures, for a week', hours: 168, muteScope: 'known' },
  { label: 'The whole monitor, for an hour', hours: 1, muteScope: 'monitor' },
  { label: 'The whole monitor, for a day', hours: 24, muteScope: 'monitor' },
];
