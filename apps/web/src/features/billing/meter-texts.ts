import { type Meter, type MeterKind, quotaWarningShare } from '@parley/contract';

export const meterNames: Record<MeterKind, string> = {
  interactions: 'Interactions',
  callMinutes: 'Call minutes',
  devices: 'Virtual devices',
  monitoredTests: 'Monitored tests',
};

export const meterNotes: Record<MeterKind, string> = {
  interactions: 'Turns of tests, load tests and explorations this month',
  callMinutes: 'Time on the phone this month',
  devices: 'Current number',
  monitoredTests: 'In monitored test suites',
};

export type MeterLevel = 'fine' | 'near' | 'reached';

/** Level of a meter: near from 80%, reached at 100%. A plan without a quota has neither. */
export function levelOf({ used, quota }: Pick<Meter, 'used' | 'quota'>): MeterLevel {
  if (quota === null || (quota === 0 && used === 0)) return 'fine';
  if (used >= quota) return 'reached';
  return used >= quota * quotaWarningShare ? 'near' : 'fine';
}

export function formatAmount(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** Names what cannot start once a quota is used up: call minutes only stop phone runs. */
export function newRuns(kind: MeterKind): string {
  return kind === 'callMinutes' ? 'new phone runs' : 'new runs';
}

/**
 * The meter in the banner: the one that stops every run, otherwise the one closest to its quota
 * among those that stop runs.
 */
export function mostPressing(meters: readonly Meter[]): Meter | undefined {
  const share = ({ used, quota }: Meter) => (quota ? used / quota : 0);
  const stopsAll = (meter: Meter) =>
    Number(meter.kind === 'interactions' && levelOf(meter) === 'reached');
  return meters
    .filter(({ kind }) => kind === 'interactions' || kind === 'callMinutes')
    .filter((meter) => levelOf(meter) !== 'fine')
    .toSorted((a, b) => stopsAll(b) - stopsAll(a) || share(b) - share(a))[0];
}
