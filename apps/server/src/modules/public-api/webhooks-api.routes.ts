import { publicApi as endpoints } from '@parley/contract';
import { type Route, route } from '../../platform/http/http.ts';
import type { Platform } from '../../platform/platform.ts';
import { manageWebhooks } from '../webhooks/webhooks.ts';

export function webhooksApiRoutes(platform: Platform): Route[] {
  const manage = manageWebhooks(platform);
  return [
    route(endpoints.readWebhooks, ({ scope }) => manage.list(scope)),
    route(endpoints.addWebhook, ({ scope, body }) => manage.create(scope, body)),
    route(endpoints.writeWebhook, ({ scope, params, body }) =>
      manage.change(scope, params.webhookId, body),
    ),
    route(endpoints.removeWebhook, ({ scope, params }) => manage.remove(scope, params.webhookId)),
    route(endpoints.replaceWebhookSecret, ({ scope, params, body }) =>
      manage.rotate(scope, params.webhookId, body.overlapHours),
    ),
    route(endpoints.tryWebhook, ({ scope, params }) => manage.test(scope, params.webhookId)),
    route(endpoints.readWebhookDeliveries, ({ scope, params, query }) =>
      manage.deliveries(scope, params.webhookId, query),
    ),
    route(endpoints.repeatWebhookDelivery, ({ scope, params }) =>
      manage.replay(scope, params.webhookId, params.deliveryId),
    ),
  ];
}
