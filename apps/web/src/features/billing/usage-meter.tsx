import type { Meter } from '@parley/contract';
import { formatUtcDay } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { Progress } from '#/ui/progress.tsx';
import { formatAmount, levelOf, meterNames, meterNotes } from './meter-texts.ts';

const tones = { fine: 'accent', near: 'error', reached: 'failed' } as const;

interface UsageMeterProps {
  meter: Meter;
  /** End of the period. */
  endsAt: string;
}

/** Usage of one quota, with the forecast for the end of the month. */
export function UsageMeter({ meter, endsAt }: UsageMeterProps) {
  const { kind, used, quota } = meter;
  const name = meterNames[kind];
  const level = levelOf(meter);
  const amount =
    quota === null ? formatAmount(used) : `${formatAmount(used)} of ${formatAmount(quota)}`;
  return (
    <li className="flex min-w-0 flex-col gap-2 border-line p-5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium text-sm">{name}</h3>
        {level === 'reached' && <Badge tone="failed">Quota reached</Badge>}
        {level === 'near' && <Badge tone="error">Nearly used up</Badge>}
      </div>
      <p className="tabular">
        <span className="font-semibold text-2xl">{formatAmount(used)}</span>
        <span className="ml-2 text-ink-muted text-sm">
          {quota === null ? 'no limit' : `of ${formatAmount(quota)}`}
        </span>
      </p>
      {quota !== null && (
        <Progress
          label={`${name} used`}
          value={quota === 0 ? 0 : used / quota}
          valueText={amount}
          tone={tones[level]}
        />
      )}
      <p className="text-ink-muted text-xs">
        {meterNotes[kind]}
        {forecastText(meter, endsAt)}
      </p>
    </li>
  );
}

function forecastText({ forecast, quota, used }: Meter, endsAt: string): string {
  if (forecast === null || used === 0) return '';
  const over = quota !== null && forecast > quota ? ', more than the plan includes' : '';
  const lastDay = formatUtcDay(new Date(Date.parse(endsAt) - 1).toISOString());
  return `. At this pace ${formatAmount(forecast)} by ${lastDay}${over}.`;
}
