import type { RunSummary } from '@parley/contract';

export const platformLabels: Record<RunSummary['platform'], string> = {
  webchat: 'Webchat',
  phone: 'Phone',
};
