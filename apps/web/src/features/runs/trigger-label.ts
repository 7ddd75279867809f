import type { RunSummary } from '@parley/contract';

const labels: Record<RunSummary['trigger'], string> = {
  manual: 'By hand',
  api: 'API',
  monitor: 'Monitoring',
};

/** What started a run, where nobody did. */
export function triggerLabel(trigger: RunSummary['trigger']): string {
  return labels[trigger];
}
