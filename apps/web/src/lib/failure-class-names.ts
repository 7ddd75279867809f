import type { FailureClass } from '@parley/suite';

/** The name of each failure class, for every screen that shows one. */
export const failureClassNames: Record<FailureClass, string> = {
  wrong: 'Wrong answer',
  silent: 'No answer in time',
  network: 'Unreachable',
  configuration: 'Suite or settings',
  internal: 'Parley error',
  unsure: 'Too uncertain to judge',
};
