import type { MeterKind } from '@parley/contract';

/** Unit of a meter, in the middle of a sentence. */
export const meterWords: Record<MeterKind, string> = {
  interactions: 'interactions',
  callMinutes: 'call minutes',
  devices: 'virtual devices',
  monitoredTests: 'monitored tests',
};
