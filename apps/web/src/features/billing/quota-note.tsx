import type { Meter } from '@parley/contract';
import { formatUtcDay } from '#/lib/format-time.ts';
import { Alert } from '#/ui/alert.tsx';
import { formatAmount, levelOf, meterNames, mostPressing, newRuns } from './meter-texts.ts';

/** Explains the consequences of a quota that is used up or nearly used up. */
export function QuotaNote({ meters, endsAt }: { meters: readonly Meter[]; endsAt: string }) {
  const meter = mostPressing(meters);
  if (!meter) return null;
  const { kind, used, quota } = meter;
  const name = meterNames[kind].toLowerCase();
  const from = formatUtcDay(endsAt);
  const amounts = `${formatAmount(used)} of ${formatAmount(quota ?? 0)} ${name} are used.`;
  if (levelOf(meter) === 'reached')
    return (
      <Alert tone="danger" title={`The ${name} are used up this month`}>
        {amounts} Until {from} {newRuns(kind)}, including monitored ones, cannot start. Active runs
        continue.
      </Alert>
    );
  return (
    <Alert tone="warning" title={`The ${name} are almost used up this month`}>
      {amounts} At 100% {newRuns(kind)} cannot start before {from}. Active runs continue.
    </Alert>
  );
}
