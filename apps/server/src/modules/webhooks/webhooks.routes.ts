import { webhooks as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { manageWebhooks } from './manage-webhooks.ts';

export function webhooksRoutes(platform: Platform): Route[] {
  const manage = manageWebhooks(platform);
  return [
    route(endpoints.listWebhooks, ({ scope }) => manage.list(scope)),
    route(endpoints.createWebhook, ({ scope, body }) => manage.create(scope, body)),
    route(endpoints.updateWebhook, ({ scope, params, body }) =>
      manage.change(scope, params.webhookId, body),
    ),
    route(endpoints.deleteWebhook, ({ scope, params }) => manage.remove(scope, params.webhookId)),
    route(endpoints.rotateWebhookSecret, ({ scope, params, body }) =>
      manage.rotate(scope, params.webhookId, body.overlapHours),
    ),
    route(endpoints.testWebhook, ({ scope, params }) => manage.test(scope, params.webhookId)),
    route(endpoints.listWebhookDeliveries, ({ scope, params, query }) =>
      manage.deliveries(scope, params.webhookId, query),
    ),
    route(endpoints.replayWebhookDelivery, ({ scope, params }) =>
      manage.replay(scope, params.webhookId, params.deliveryId),
    ),
  ];
}
