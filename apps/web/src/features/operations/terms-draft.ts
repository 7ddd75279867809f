/** Draft of an organization's plan and limits. Pure. */
import {
  type BodyInput,
  type MeterKind,
  meterKinds,
  type OperatedOrganization,
  type OwnQuotas,
  type operations,
  type Subscription,
} from '@parley/contract';

export type TermsBody = BodyInput<typeof operations.setSubscription>;

/** `plan`: the plan's quota. `own`: the amount in `amount`. */
export interface QuotaDraft {
  kind: 'plan' | 'own' | 'unlimited';
  amount: string;
}

export interface TermsDraft {
  status: Subscription['status'];
  planId: string | null;
  hasEnd: boolean;
  /** Last day in UTC; empty until one is selected. */
  lastDay: string;
  quotas: Record<MeterKind, QuotaDraft>;
}

export type TermsProblems = Partial<Record<MeterKind | 'lastDay', string>>;

type Stored = Pick<OperatedOrganization, 'subscription' | 'quotas'>;

const quotaMax = 1_000_000_000;

export function openTerms({ subscription, quotas }: Stored): TermsDraft {
  const { status, planId, endDate } = subscription;
  const draft = meterKinds.map((kind) => [kind, openQuota(quotas[kind])] as const);
  return {
    status,
    planId,
    hasEnd: endDate !== null,
    lastDay: endDate?.slice(0, 10) ?? '',
    quotas: Object.fromEntries(draft) as TermsDraft['quotas'],
  };
}

function openQuota(quota: number | null | undefined): QuotaDraft {
  if (quota === undefined) return { kind: 'plan', amount: '' };
  return quota === null ? { kind: 'unlimited', amount: '' } : { kind: 'own', amount: `${quota}` };
}

export function problemsOf({ hasEnd, lastDay, quotas }: TermsDraft): TermsProblems {
  const problems: TermsProblems = {};
  if (hasEnd && !Number.isFinite(Date.parse(lastDay))) problems.lastDay = 'Choose a date.';
  for (const kind of meterKinds) {
    const { kind: choice, amount } = quotas[kind];
    const isWhole = /^\d+$/.test(amount.trim()) && Number(amount) <= quotaMax;
    if (choice === 'own' && !isWhole)
      problems[kind] = 'Enter a whole number from 0 to 1,000,000,000.';
  }
  return problems;
}

/** Creates the request from the draft. An unchanged end date keeps its time of day; a new one ends at 23:59:59 UTC. */
export function closeTerms(draft: TermsDraft, { subscription }: Stored): TermsBody {
  const { status, planId, hasEnd, lastDay, quotas } = draft;
  const isSameDay = subscription.endDate?.slice(0, 10) === lastDay;
  const chosen = isSameDay ? subscription.endDate : `${lastDay}T23:59:59.000Z`;
  const own: OwnQuotas = {};
  for (const kind of meterKinds) {
    const { kind: choice, amount } = quotas[kind];
    if (choice !== 'plan') own[kind] = choice === 'own' ? Number(amount) : null;
  }
  return { status, planId, endDate: hasEnd ? chosen : null, quotas: own };
}

/** @returns true if these terms lock the organization */
export function locks({ status, endDate }: Pick<TermsBody, 'status' | 'endDate'>, now: number) {
  const isOpen = status === 'trial' || status === 'enabled';
  return !isOpen || (endDate !== null && Date.parse(endDate) <= now);
}
