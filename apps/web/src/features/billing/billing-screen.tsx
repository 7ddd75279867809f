import { type Billing, roleAllows } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { formatUtcDay } from '#/lib/format-time.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Card } from '#/ui/card.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { billingQuery } from './billing.queries.ts';
import { InvoicesCard } from './invoices-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { QuotaNote } from './quota-note.tsx';
import { RetentionNote } from './retention-note.tsx';
import { StoppedMonitorsCard } from './stopped-monitors-card.tsx';
import { UsageChart } from './usage-chart.tsx';
import { UsageMeter } from './usage-meter.tsx';
import { useCheckoutReturn } from './use-checkout-return.ts';

interface BillingScreenProps {
  /** True after the return from a completed payment. */
  hasPaid: boolean;
  onPaymentSeen: () => void;
}

export function BillingScreen({ hasPaid, onPaymentSeen }: BillingScreenProps) {
  const usage = useQuery(billingQuery(useScope()));
  useCheckoutReturn(hasPaid, onPaymentSeen);
  return (
    <div className="flex flex-col gap-5">
      <PageHeader title="Billing & Usage" description="Your organization’s plan and usage" />
      <Loaded query={usage} what="your usage" skeleton={usageSkeleton}>
        {(billing) => <Figures billing={billing} />}
      </Loaded>
    </div>
  );
}

function Figures({ billing }: { billing: Billing }) {
  const { meters, period, days, stoppedMonitors, payment } = billing;
  const role = useMyRole();
  const hasInvoices = payment !== null && payment.state !== 'none';
  const dayMs = 86_400_000;
  const dayCount = (Date.parse(period.end) - Date.parse(period.start)) / dayMs;
  return (
    <>
      <QuotaNote meters={meters} endsAt={period.end} />
      <PlanCard billing={billing} />
      <Card
        title="Used this month"
        subtitle={`Resets on ${formatUtcDay(period.end)} (UTC)`}
        isFlush
      >
        <ul className="grid grid-cols-1 border-line border-t sm:grid-cols-2 sm:[&>li:nth-child(odd)]:border-r [&>li:not(:first-child)]:border-t sm:[&>li:nth-child(2)]:border-t-0">
          {meters.map((meter) => (
            <UsageMeter key={meter.kind} meter={meter} endsAt={period.end} />
          ))}
        </ul>
      </Card>
      <StoppedMonitorsCard stopped={stoppedMonitors} />
      <UsageChart days={days} dayCount={dayCount} />
      <RetentionNote />
      {hasInvoices && role && roleAllows(role, 'billing.manage') && <InvoicesCard />}
    </>
  );
}

const usageSkeleton = (
  <div className="flex flex-col gap-5">
    <Skeleton className="h-28 rounded-lg" />
    <Skeleton className="h-72 rounded-lg" />
    <Skeleton className="h-64 rounded-lg" />
  </div>
);
