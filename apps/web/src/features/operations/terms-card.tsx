import { type MeterKind, meterKinds, type OperatedOrganization } from '@parley/contract';
import { useState } from 'react';
import { formatAmount, meterNames } from '#/features/billing/meter-texts.ts';
import { useSettingsStore } from '#/lib/session/settings-store.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { Checkbox } from '#/ui/checkbox.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { Form } from '#/ui/form.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { setSubscription } from './operations.queries.ts';
import {
  closeTerms,
  locks,
  openTerms,
  problemsOf,
  type QuotaDraft,
  type TermsBody,
  type TermsDraft,
  type TermsProblems,
} from './terms-draft.ts';

const noPlan = 'none';

const statuses = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'trial', label: 'Trial' },
  { value: 'trialEnded', label: 'Trial ended', description: 'Locks the organization' },
  { value: 'disabled', label: 'Disabled', description: 'Locks the organization' },
] as const;

/** Plan, status, end date and quotas of an organization. A change that locks the organization needs confirmation. */
export function TermsCard({ organization }: { organization: OperatedOrganization }) {
  const [draft, setDraft] = useState(() => openTerms(organization));
  const [problems, setProblems] = useState<TermsProblems>({});
  const save = useChange({
    run: (mayLock: boolean) =>
      setSubscription(organization.id, { ...closeTerms(draft, organization), mayLock }),
    failure: 'Failed to save the plan. Please try again.',
    isProblemShown: true,
    done: () => ({ title: 'Plan and limits saved' }),
    onDone: (saved) => setDraft(openTerms(saved)),
  });
  const [isAsking, setIsAsking] = useState(false);

  function change(part: Partial<TermsDraft>) {
    setDraft({ ...draft, ...part });
    setProblems({});
  }

  function submit() {
    const found = problemsOf(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    if (!organization.isLocked && locks(closeTerms(draft, organization), Date.now()))
      setIsAsking(true);
    else void save.start(false);
  }

  return (
    <Card
      title="Plan and limits"
      subtitle="Changes apply immediately and are recorded in the audit log"
    >
      <Form isBusy={save.isPending} onSubmit={submit} className="flex flex-col gap-5">
        {save.problem && <Alert tone="danger">{save.problem}</Alert>}
        {(organization.payment?.state === 'paid' || organization.payment?.state === 'past-due') && (
          <Alert tone="warning" title="This organization pays by card">
            Your settings apply until the subscription changes at Stripe.
          </Alert>
        )}
        <PlanFields draft={draft} problems={problems} onChange={change} />
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-medium text-ink text-sm">Quotas</legend>
          {meterKinds.map((kind) => (
            <QuotaField
              key={kind}
              kind={kind}
              meter={organization.meters.find((meter) => meter.kind === kind)}
              isOtherPlan={draft.planId !== organization.subscription.planId}
              draft={draft.quotas[kind]}
              problem={problems[kind]}
              onChange={(quota) => change({ quotas: { ...draft.quotas, [kind]: quota } })}
            />
          ))}
        </fieldset>
        <Button type="submit" variant="primary" isLoading={save.isPending} className="self-start">
          Save
        </Button>
      </Form>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Lock ${organization.name}?`}
        confirmLabel="Lock"
        isDangerous
        onConfirm={async () => void (await save.start(true))}
      >
        {lockWarning(organization)}
      </ConfirmDialog>
    </Card>
  );
}

function lockWarning({ members, monitors }: OperatedOrganization): string {
  const people = members === 1 ? 'Its member is' : `Its ${formatAmount(members)} members are`;
  const suites =
    monitors === 1 ? 'its monitor stops' : `its ${formatAmount(monitors)} monitors stop`;
  const stops = monitors === 0 ? '' : `, and ${suites}`;
  return `${people} locked out immediately${stops}. Nothing is deleted, and you can open it again here.`;
}

interface PlanFieldsProps {
  draft: TermsDraft;
  problems: TermsProblems;
  onChange: (part: Partial<TermsDraft>) => void;
}

function PlanFields({ draft, problems, onChange }: PlanFieldsProps) {
  const plans = useSettingsStore((state) => state.plans);
  const { status, planId, hasEnd, lastDay } = draft;
  const isKnown = planId === null || plans.some(({ id }) => id === planId);
  const options = [
    ...plans.map(({ id, name }) => ({ value: id, label: name })),
    ...(isKnown ? [] : [{ value: planId, label: planId }]),
    { value: noPlan, label: 'No plan' },
  ];
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Select
          label="Plan"
          options={options}
          value={planId ?? noPlan}
          onChange={(value) => onChange({ planId: value === noPlan ? null : value })}
        />
        <Select<TermsBody['status']>
          label="Status"
          options={statuses}
          value={status}
          onChange={(value) => onChange({ status: value })}
        />
      </div>
      <div className="flex flex-col gap-3">
        <Checkbox
          label={status === 'trial' ? 'The trial ends' : 'The plan ends'}
          checked={hasEnd}
          onChange={({ target }) => onChange({ hasEnd: target.checked })}
        />
        {hasEnd && (
          <TextField
            type="date"
            label="Last day"
            hint="Until midnight, UTC"
            value={lastDay}
            error={problems.lastDay}
            className="max-w-56"
            onChange={({ target }) => onChange({ lastDay: target.value })}
          />
        )}
      </div>
    </>
  );
}

interface QuotaFieldProps {
  kind: MeterKind;
  meter: OperatedOrganization['meters'][number] | undefined;
  /** True if another plan is selected. The quotas of that plan are not known in the browser. */
  isOtherPlan: boolean;
  draft: QuotaDraft;
  problem: string | undefined;
  onChange: (draft: QuotaDraft) => void;
}

function QuotaField({ kind, meter, isOtherPlan, draft, problem, onChange }: QuotaFieldProps) {
  const name = meterNames[kind];
  const planQuota = meter?.planQuota ?? null;
  const ofPlan = planQuota === null ? 'no limit' : formatAmount(planQuota);
  const options = [
    { value: 'plan', label: isOtherPlan ? 'Plan default' : `Plan default (${ofPlan})` },
    { value: 'own', label: 'Custom limit' },
    { value: 'unlimited', label: 'No limit' },
  ] as const;
  return (
    <div className="grid grid-cols-1 items-start gap-x-4 gap-y-2 sm:grid-cols-2">
      <Select<QuotaDraft['kind']>
        label={name}
        hint={meter && `${formatAmount(meter.used)} used`}
        options={options}
        value={draft.kind}
        onChange={(choice) => onChange({ ...draft, kind: choice })}
      />
      {draft.kind === 'own' && (
        <TextField
          label={`Limit of ${name.toLowerCase()}`}
          inputMode="numeric"
          autoComplete="off"
          value={draft.amount}
          error={problem}
          onChange={({ target }) => onChange({ ...draft, amount: target.value })}
        />
      )}
    </div>
  );
}
