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

/** Level of a meter: near from 80%, reached from 100%. Without a quota, the level is fine. */
export function levelOf({ used, quota }: Pick<Meter, 'used' | 'quota'>): MeterLevel {
  if (quota === null || (quota === 0 && used === 0)) return 'fine';
  if (used >= quota) return 'reached';
  return used >= quota * quotaWarningShare ? 'near' : 'fine';
}

export function formatAmount(amount: number): string {
  return amount.toLocaleString('en-US');
}

/** Names the runs that cannot start when a quota is used up. Call minutes only stop phone runs. */
export function newRuns(kind: MeterKind): string {
  return kind === 'callMinutes' ? 'new phone runs' : 'new runs';
}

/**
 * The meter to show in the banner, among the two whose quotas stop runs: interactions if they are used up, because that stops
 * every run, or else the one closest to its quota. Undefined if both are fine.
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
