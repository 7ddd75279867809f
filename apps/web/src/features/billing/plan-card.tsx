import {
  type Billing,
  billing as endpoints,
  type Installation,
  roleAllows,
} from '@parley/contract';
import { useState } from 'react';
import { call } from '#/lib/api.ts';
import { formatDate } from '#/lib/format-time.ts';
import { useInstallation } from '#/lib/installation.ts';
import { mailLink } from '#/lib/mail-link.ts';
import { useMyRole } from '#/lib/session/my-role.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { useSettingsStore } from '#/lib/session/settings-store.ts';
import { subscriptionState } from '#/lib/session/subscription.ts';
import { Alert } from '#/ui/alert.tsx';
import { Badge } from '#/ui/badge.tsx';
import { Button, buttonClass } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { useChange } from '#/ui/use-change.ts';
import { ChoosePlanDialog } from './choose-plan-dialog.tsx';

/** The current plan, its end date, and how to change it. */
export function PlanCard({ billing }: { billing: Billing }) {
  const { subscription, payment } = billing;
  const plans = useSettingsStore((state) => state.plans);
  const role = useMyRole();
  const installation = useInstallation();
  const { isTrial, isActive } = subscriptionState(subscription, Date.now());
  const plan = plans.find(({ id }) => id === subscription.planId)?.name ?? 'Contact Centers';
  const mayPay = payment !== null && role !== undefined && roleAllows(role, 'billing.manage');
  return (
    <Card
      title={`${plan} plan`}
      subtitle={renewalText(billing, isTrial)}
      actions={
        <>
          <Badge tone={isActive ? 'passed' : 'failed'}>
            {isTrial ? 'On trial' : isActive ? 'Active' : 'Not active'}
          </Badge>
          {installation?.sellsPlans && (
            <ContactSales salesEmail={installation.salesEmail} plan={plan} isPrimary={!mayPay} />
          )}
          {mayPay && <PayButton state={payment.state} />}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {payment?.state === 'past-due' && (
          <Alert tone="warning" title="The last payment failed">
            Stripe will retry in the next few days, and your plan stays active. Check your card
            under “Manage subscription”.
          </Alert>
        )}
        {installation && (
          <p className="max-w-prose text-ink-muted text-sm">
            {howToChange(payment, mayPay, installation)}
          </p>
        )}
      </div>
    </Card>
  );
}

interface ContactSalesProps {
  salesEmail: string;
  plan: string;
  isPrimary: boolean;
}

function ContactSales({ salesEmail, plan, isPrimary }: ContactSalesProps) {
  const organization = useOrgStore((state) => state.currentOrganization?.name);
  return (
    <a
      href={mailLink(salesEmail, `Subscription request: ${organization ?? plan}`)}
      className={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}
    >
      Contact Sales
    </a>
  );
}

function PayButton({ state }: Pick<NonNullable<Billing['payment']>, 'state'>) {
  const [isChoosing, setIsChoosing] = useState(false);
  if (state === 'paid' || state === 'past-due') return <PortalButton />;
  return (
    <>
      <Button variant="primary" onClick={() => setIsChoosing(true)}>
        Choose a plan
      </Button>
      <ChoosePlanDialog isOpen={isChoosing} onClose={() => setIsChoosing(false)} />
    </>
  );
}

function PortalButton() {
  const scope = useScope();
  const [isLeaving, setIsLeaving] = useState(false);
  const open = useChange({
    run: () => call(endpoints.openPortal, { params: scope }),
    failure: 'Failed to open the subscription page. Please try again.',
    onDone: ({ url }) => {
      setIsLeaving(true);
      location.assign(url);
    },
  });

  return (
    <Button
      variant="primary"
      isLoading={open.isPending || isLeaving}
      onClick={() => void open.start()}
    >
      Manage subscription
    </Button>
  );
}

function howToChange(
  payment: Billing['payment'],
  mayPay: boolean,
  { sellsPlans }: Pick<Installation, 'sellsPlans'>,
): string {
  if (payment === null && !sellsPlans)
    return 'The operators of this installation set plans and quotas. This page does not charge anything.';
  if (payment === null)
    return 'To change your plan, write to our sales team. You can keep working in the meantime. This page does not charge anything.';
  if (!mayPay) return 'Owners and administrators choose and pay for the plan.';
  if (payment.state === 'paid' || payment.state === 'past-due')
    return 'Manage your card, plan and cancellation on a Stripe page.';
  return sellsPlans
    ? 'Choose a plan and pay by card, or contact sales for a different one.'
    : 'Choose a plan and pay by card.';
}

function renewalText({ subscription: { endDate }, payment }: Billing, isTrial: boolean): string {
  if (endDate === null)
    return payment?.renewsAt ? `Renews on ${formatDate(payment.renewsAt)}` : 'No end date';
  const date = formatDate(endDate);
  if (Date.parse(endDate) <= Date.now()) return `Ended on ${date}`;
  return isTrial ? `The trial ends on ${date}` : `Runs until ${date}`;
}
