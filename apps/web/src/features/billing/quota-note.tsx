import type { Meter } from '@parley/contract';
import { formatUtcDay } from '#/lib/format-time.ts';
import { Alert } from '#/ui/alert.tsx';
import { formatAmount, levelOf, meterNames, mostPressing, newRuns } from './meter-texts.ts';

/** On the page itself: what a quota that is used up, or nearly, means. */
export function QuotaNote({ meters, endsAt }: { meters: readonly Meter[]; endsAt: string }) {
  const meter = mostPressing(meters);
  if (!meter) return null;
  const { kind, used, quota } = meter;
  const name = meterNames[kind].toLowerCase();
  const from = formatUtcDay(endsAt);
  const amounts = `${formatAmount(used)} of ${formatAmount(quota ?? 0)} ${name} are used.`;
  if (levelOf(meter) === 'reached')
    return (
      <Alert tone="danger" title={`The ${name} of this month are used up`}>
        {amounts} Until {from} {newRuns(kind)}, monitored ones included, do not start. Runs under
        way go on to their end.
      </Alert>
    );
  return (
    <Alert tone="warning" title={`The ${name} of this month are nearly used up`}>
      {amounts} At 100 % {newRuns(kind)} do not start before {from}. Runs under way always go on.
    </Alert>
  );
}
