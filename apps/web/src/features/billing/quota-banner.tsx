import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Gauge } from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { buttonClass } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { billingQuery } from './billing.queries.ts';
import { levelOf, meterNames, mostPressing, newRuns } from './meter-texts.ts';

/** Warns that a quota is used up or nearly used up. Shown on every page except the billing page. */
export function QuotaBanner() {
  const { data } = useQuery(billingQuery(useScope()));
  const isOnPage = useRouterState({ select: ({ location }) => location.pathname === '/billing' });
  const meter = data && mostPressing(data.meters);
  if (!meter || isOnPage) return null;
  const name = meterNames[meter.kind].toLowerCase();
  const isReached = levelOf(meter) === 'reached';
  const percent = Math.floor((100 * meter.used) / (meter.quota ?? 1));
  return (
    <section
      aria-label="Quota"
      className={cx(
        'flex min-h-10 items-center gap-3 border-b px-4 py-1 sm:px-6',
        isReached ? 'border-failed-line bg-failed-soft' : 'border-error-line bg-error-soft',
      )}
    >
      <Gauge
        className={cx('size-4 shrink-0 max-sm:hidden', isReached ? 'text-failed' : 'text-error')}
        aria-hidden
      />
      <p className="min-w-0 flex-1 text-sm">
        {isReached
          ? `The ${name} are used up this month: ${newRuns(meter.kind)} cannot start.`
          : `${percent}% of the ${name} of this month are used. At 100% ${newRuns(meter.kind)} cannot start.`}
      </p>
      <Link to="/billing" className={buttonClass({ size: 'sm' })}>
        See usage
      </Link>
    </section>
  );
}
