import { billing, type Offer } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '#/lib/api.ts';
import { useScope } from '#/lib/session/scope.ts';
import { useSettingsStore } from '#/lib/session/settings-store.ts';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogForm } from '#/ui/dialog-form.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { offersQuery } from './billing.queries.ts';
import { formatOffer } from './format-price.ts';
import { formatAmount, meterNames } from './meter-texts.ts';

interface ChoosePlanDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Shows the plans for sale. Users pay on a page of the payment service. */
export function ChoosePlanDialog({ isOpen, onClose }: ChoosePlanDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Choose a plan"
      description="You pay on a Stripe page. You are not charged until you confirm there."
    >
      <Offers />
    </Dialog>
  );
}

function Offers() {
  const scope = useScope();
  const offers = useQuery(offersQuery(scope));
  const [chosen, setChosen] = useState<string>();
  const planId = chosen ?? offers.data?.[0]?.planId;
  const goOn = useChange({
    run: (planId: string) => call(billing.openCheckout, { params: scope, body: { planId } }),
    failure: 'Failed to open the payment page. Please try again.',
    isProblemShown: true,
    onDone: ({ url }) => {
      setIsLeaving(true);
      location.assign(url);
    },
  });
  const [isLeaving, setIsLeaving] = useState(false);

  return (
    <DialogForm
      problem={goOn.problem}
      submitLabel="Continue to payment"
      isBusy={goOn.isPending || isLeaving}
      // A plan is selected again with one click.
      isDirty={false}
      isBlocked={planId === undefined}
      onSubmit={() => planId && void goOn.start(planId)}
    >
      <Loaded query={offers} what="the plans" skeleton={<Skeleton className="h-32 rounded-md" />}>
        {(list) => <PlanChoice offers={list} value={planId} onChange={setChosen} />}
      </Loaded>
    </DialogForm>
  );
}

interface PlanChoiceProps {
  offers: Offer[];
  value: string | undefined;
  onChange: (planId: string) => void;
}

function PlanChoice({ offers, value, onChange }: PlanChoiceProps) {
  const plans = useSettingsStore((state) => state.plans);
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Plan</legend>
      {offers.map((offer) => (
        <label
          key={offer.planId}
          className="block rounded-md bg-surface p-3 ring-1 ring-line ring-inset transition-shadow hover:ring-line-control has-checked:bg-accent-soft has-checked:ring-2 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-accent-ink has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={offer.planId}
            checked={value === offer.planId}
            onChange={() => onChange(offer.planId)}
            className="sr-only"
          />
          <span className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">
              {plans.find(({ id }) => id === offer.planId)?.name ?? offer.planId}
            </span>
            <span className="text-sm tabular">{formatOffer(offer)}</span>
          </span>
          <span className="block text-ink-muted text-xs">{contentsOf(offer)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function contentsOf({ quotas }: Offer): string {
  return (['interactions', 'callMinutes', 'devices', 'monitoredTests'] as const)
    .map((kind) => {
      const quota = quotas[kind];
      return `${quota === null ? 'unlimited' : formatAmount(quota)} ${meterNames[kind].toLowerCase()}`;
    })
    .join(' · ');
}
