import type { Billing } from '@parley/contract';
import { formatDate } from '#/lib/format-time.ts';
import { useInstallation } from '#/lib/installation.ts';
import { mailLink } from '#/lib/mail-link.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useSettingsStore } from '#/lib/session/settings-store.ts';
import { subscriptionState } from '#/lib/session/subscription.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonClass } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';

/** Which plan it is, until when, and how to change it. */
export function PlanCard({ billing: { subscription } }: { billing: Billing }) {
  const installation = useInstallation();
  const organization = useOrgStore((state) => state.currentOrganization?.name);
  const plans = useSettingsStore((state) => state.plans);
  const { isTrial, isActive } = subscriptionState(subscription, Date.now());
  const plan = plans.find(({ id }) => id === subscription.planId)?.name ?? 'Contact Centers';
  return (
    <Card
      title={`${plan} plan`}
      subtitle={renewalText(subscription, isTrial)}
      actions={
        <>
          <Badge tone={isActive ? 'passed' : 'failed'}>
            {isTrial ? 'On trial' : isActive ? 'Active' : 'Not active'}
          </Badge>
          {installation && (
            <a
              href={mailLink(
                installation.salesEmail,
                `Subscription request: ${organization ?? plan}`,
              )}
              className={buttonClass({ variant: 'primary' })}
            >
              Contact Sales
            </a>
          )}
        </>
      }
    >
      <p className="max-w-prose text-ink-muted text-sm">
        Plans are changed by mail with our sales team: write what you need, and keep working
        meanwhile. Nothing is charged by this page.
      </p>
    </Card>
  );
}

function renewalText({ endDate }: Billing['subscription'], isTrial: boolean): string {
  if (endDate === null) return 'Runs on until it is changed';
  const date = formatDate(endDate);
  if (Date.parse(endDate) <= Date.now()) return `Ended on ${date}`;
  return isTrial ? `The trial ends on ${date}` : `Runs until ${date}`;
}
