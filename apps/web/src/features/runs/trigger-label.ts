import type { RunSummary } from '@parley/contract';

export const triggerLabels: Record<RunSummary['trigger'], string> = {
  manual: 'Manual',
  api: 'API',
  monitor: 'Monitoring',
};

/** What started a run, if it was not a person. */
export function triggerLabel(trigger: RunSummary['trigger']): string {
  return triggerLabels[trigger];
}
