import { Clock, X } from 'lucide-react';
import { useState } from 'react';
import { useInstallation } from '#/lib/installation.ts';
import { mailLink } from '#/lib/mail-link.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { trialDaysLeft } from '#/lib/session/subscription.ts';
import { buttonClass } from '#/ui/button.tsx';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { useNow } from '#/ui/use-now.ts';

/** Interval in milliseconds at which the remaining days are updated. */
const countEveryMs = 60_000;

/** Shows how many days of the trial are left. Users can dismiss it until the next page load. */
export function TrialBanner() {
  const [isDismissed, setIsDismissed] = useState(false);
  const subscription = useOrgStore(({ currentOrganization }) => currentOrganization?.subscription);
  const installation = useInstallation();
  const isTrial = subscription?.status === 'trial';
  const now = useNow(isTrial, countEveryMs);
  const days = isTrial ? trialDaysLeft(subscription, now) : null;
  if (isDismissed || days === null || days <= 0) return null;
  return (
    <section
      aria-label="Trial"
      className="flex min-h-10 items-center gap-3 border-accent-line border-b bg-accent-soft px-4 py-1 sm:px-6"
    >
      <Clock className="size-4 shrink-0 text-accent-ink max-sm:hidden" aria-hidden />
      <p className="min-w-0 flex-1 text-sm">
        Your trial expires in {days === 1 ? '1 day' : `${days} days`}. Subscribe now to continue
        using all features.
      </p>
      {/* Reserves the space until the address is loaded, so that the text does not wrap again. */}
      <a
        href={installation && mailLink(installation.salesEmail, 'Subscription request')}
        className={cx(
          buttonClass({ variant: 'primary', size: 'sm' }),
          !installation && 'invisible',
        )}
      >
        Contact Sales
      </a>
      <IconButton
        label="Dismiss"
        size="sm"
        icon={<X className="size-4" />}
        onClick={() => setIsDismissed(true)}
      />
    </section>
  );
}
