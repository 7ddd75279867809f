import type { RunSummary } from '@parley/contract';

export const triggerLabels: Record<RunSummary['trigger'], string> = {
  manual: 'Manual',
  api: 'API',
  monitor: 'Monitoring',
};

/** Label for how a run was started. */
export function triggerLabel(trigger: RunSummary['trigger']): string {
  return triggerLabels[trigger];
}
