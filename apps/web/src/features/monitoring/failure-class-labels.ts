import type { AlertFailureClass } from '@parley/contract';

/** Whose fault a failure is, in words. */
export const classLabels: Record<AlertFailureClass, string> = {
  wrong: 'Wrong answer',
  silent: 'No answer in time',
  network: 'Network',
  configuration: 'Test or settings',
  internal: 'Parley itself',
  unsure: 'Too uncertain to judge',
};
