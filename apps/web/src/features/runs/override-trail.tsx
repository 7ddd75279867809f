import type { VerdictOverride } from '@parley/suite';
import { Gavel } from 'lucide-react';
import { formatDateTime } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';

/** Marks an overridden verdict. */
export function OverriddenBadge() {
  return (
    <Badge tone="accent" icon={<Gavel aria-hidden />}>
      Overridden
    </Badge>
  );
}

/** Overrides with person, time and reason, oldest first. */
export function OverrideTrail({ overrides = [] }: { overrides: VerdictOverride[] | undefined }) {
  if (overrides.length === 0) return null;
  return (
    <ul aria-label="Overrides" className="mb-4 flex flex-col gap-2 text-sm">
      {overrides.map(({ at, step, from, to, isTakenBack, reason, by }) => (
        <li key={at} className="flex items-start gap-2">
          <Gavel className="mt-0.5 size-4 shrink-0 text-accent-ink" aria-hidden />
          <p className="min-w-0 break-words">
            <span className="font-medium text-ink">{by.name}</span>{' '}
            {isTakenBack ? 'removed an override of' : 'overrode'}{' '}
            {step === undefined ? 'the test' : `step ${step + 1}`}: {from} to {to}.{' '}
            <span className="text-ink-muted">“{reason}”</span>{' '}
            <time
              dateTime={new Date(at).toISOString()}
              className="whitespace-nowrap text-ink-muted text-xs tabular"
            >
              {formatDateTime(new Date(at).toISOString())}
            </time>
          </p>
        </li>
      ))}
    </ul>
  );
}
