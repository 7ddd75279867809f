import type { FailureClass } from '@parley/suite';

/** Displayed names of the failure classes. */
export const failureClassNames: Record<FailureClass, string> = {
  wrong: 'Wrong answer',
  silent: 'No answer in time',
  network: 'Unreachable',
  configuration: 'Suite or settings',
  internal: 'Parley error',
  unsure: 'Too uncertain to judge',
};
