import type { AlertChannel } from '@parley/contract';

export const channelKindLabels: Record<AlertChannel['kind'], string> = {
  email: 'Email',
  webhook: 'Webhook',
  slack: 'Slack',
  teams: 'Teams',
  pagerduty: 'PagerDuty',
};
