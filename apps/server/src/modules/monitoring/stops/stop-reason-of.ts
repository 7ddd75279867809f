/** Determines why enabled monitors must not run. Pure. */
import {
  planAllowsMonitoring,
  planLacksMonitoring,
  type StopReason,
  statusAllowsCustomSchedule,
  statusLacksCustomSchedule,
} from '@parley/contract';
import { type RunQuota, usedUpInWords } from '../../billing/billing.ts';
import type { OrganizationRow } from '../../organizations/organizations.ts';

/** Terms of an organization that decide if its monitors can run. */
export interface MonitorTerms
  extends Pick<OrganizationRow, 'planId' | 'quotas' | 'subscriptionStatus'> {
  /** False for an organization that is locked. */
  isOpen: boolean;
}

/** Properties of a monitor that decide which reasons apply to it. */
export interface MonitorKind {
  platform: 'webchat' | 'phone';
  isCustom: boolean;
}

export function stopReasonOf(
  { platform, isCustom }: MonitorKind,
  terms: MonitorTerms,
  usedUp: ReadonlySet<RunQuota>,
): StopReason | undefined {
  const refusal = refusalOf(isCustom, terms);
  if (refusal !== undefined) return refusal;
  if (usedUp.has('interactions')) return 'interactions';
  return platform === 'phone' && usedUp.has('callMinutes') ? 'callMinutes' : undefined;
}

/** Returns the reason to stop that does not depend on usage, if there is one. */
export function refusalOf(
  isCustom: boolean,
  { isOpen, planId, subscriptionStatus }: Omit<MonitorTerms, 'quotas'>,
): Exclude<StopReason, RunQuota> | undefined {
  if (!isOpen) return 'locked';
  if (!planAllowsMonitoring(planId)) return 'plan';
  return isCustom && !statusAllowsCustomSchedule(subscriptionStatus) ? 'schedule' : undefined;
}

/** @returns true if the reason applies to the organization, regardless of its monitors */
export function holds(
  reason: StopReason,
  { isOpen, planId, subscriptionStatus }: MonitorTerms,
  usedUp: ReadonlySet<RunQuota>,
): boolean {
  switch (reason) {
    case 'locked':
      return !isOpen;
    case 'plan':
      return !planAllowsMonitoring(planId);
    case 'schedule':
      return !statusAllowsCustomSchedule(subscriptionStatus);
    default:
      return usedUp.has(reason);
  }
}

/** Describes why monitors stop, and what to do. */
export function stopInWords(
  reason: StopReason,
  terms: Omit<MonitorTerms, 'isOpen'>,
  { sellsPlans }: { sellsPlans: boolean },
): { message: string; hint: string } {
  switch (reason) {
    case 'locked':
      return {
        message: `${whatEnded(terms)}.`,
        hint: sellsPlans
          ? 'Choose a plan, or contact sales.'
          : 'An operator of this installation can open the organization again.',
      };
    case 'plan':
      return { message: `${planLacksMonitoring}.`, hint: choosePlan(sellsPlans) };
    case 'schedule':
      return {
        message: `${statusLacksCustomSchedule}.`,
        hint: `Choose an interval in the monitoring schedule. ${choosePlan(sellsPlans)}`,
      };
    default:
      return usedUpInWords(reason, terms);
  }
}

function whatEnded({ subscriptionStatus }: Pick<MonitorTerms, 'subscriptionStatus'>) {
  switch (subscriptionStatus) {
    case 'trial':
    case 'trialEnded':
      return 'The trial has ended';
    case 'enabled':
      return 'The subscription has ended';
    case 'disabled':
      return 'The organization is disabled';
  }
}

function choosePlan(sellsPlans: boolean): string {
  return sellsPlans
    ? 'Another plan includes it: see Billing & Usage.'
    : 'An operator of this installation can set another plan.';
}
