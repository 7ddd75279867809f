import type { WebhookEvent } from '@parley/contract';

export const webhookEventLabels: Record<WebhookEvent, string> = {
  'run.finished': 'Run finished',
  'gate.finished': 'Gate finished',
  'incident.opened': 'Incident opened',
  'incident.reopened': 'Incident reopened',
  'incident.acknowledged': 'Incident acknowledged',
  'incident.resolved': 'Incident resolved',
};

/** @returns the label of an event, or its name if this page does not know it */
export const labelOfEvent = (type: string): string =>
  ({ ...webhookEventLabels, 'webhook.test': 'Test' })[type as WebhookEvent] ?? type;
