import type { AlertFailureClass, StopReason } from '@parley/contract';

/** Whose fault a failure is, in words. */
export const classLabels: Record<AlertFailureClass, string> = {
  wrong: 'Wrong answer',
  silent: 'No answer in time',
  network: 'Network',
  configuration: 'Test or settings',
  internal: 'Parley itself',
  unsure: 'Too uncertain to judge',
};

/** Why monitors do not run, in words. */
export const stopLabels: Record<StopReason, string> = {
  locked: 'Plan ended',
  plan: 'Not part of the plan',
  schedule: 'Custom schedule without a subscription',
  interactions: 'Interactions used up',
  callMinutes: 'Call minutes used up',
};
