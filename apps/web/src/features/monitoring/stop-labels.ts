import type { StopReason } from '@parley/contract';

/** Labels for the reasons why monitors are stopped. */
export const stopLabels: Record<StopReason, string> = {
  locked: 'Plan ended',
  plan: 'Not part of the plan',
  schedule: 'Custom schedule without a subscription',
  interactions: 'Interactions used up',
  callMinutes: 'Call minutes used up',
};
