import type { StopReason } from '@parley/contract';

/** Why monitors do not run, in words. */
export const stopLabels: Record<StopReason, string> = {
  locked: 'Plan ended',
  plan: 'Not part of the plan',
  schedule: 'Custom schedule without a subscription',
  interactions: 'Interactions used up',
  callMinutes: 'Call minutes used up',
};
