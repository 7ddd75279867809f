import { createOrganizationEgress } from '../../platform/egress/organization-egress.ts';
import { createMessagePost } from '../../platform/egress/post-message.ts';
import { actOnNews } from '../../platform/live/act-on-news.ts';
import type { Platform } from '../../platform/platform.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { webhooksTopic } from './webhook-news.ts';

/** Interval of the search for deliveries to retry. */
const deliverEveryMs = 10_000;

/** Minimum pause between two rounds triggered by news, in milliseconds. */
const pauseMs = 500;

/** Starts sending waiting messages until `close`. */
export function startWebhooks(platform: Platform): { close(): Promise<void> } {
  const { config, log, news } = platform;
  const post = createMessagePost(createOrganizationEgress(config));
  const closing = new AbortController();
  const following = actOnNews(news, {
    topics: [webhooksTopic],
    everyMs: deliverEveryMs,
    pauseMs,
    act: () => deliverWebhooks(platform, post, closing.signal),
    onError: (error) => log.warn({ err: error }, 'Webhooks could not be delivered'),
  });
  return {
    close() {
      closing.abort();
      return following.close();
    },
  };
}
