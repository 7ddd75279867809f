import { createOrganizationEgress } from '../../platform/egress/organization-egress.ts';
import { createMessagePost } from '../../platform/egress/post-message.ts';
import { actOnNews } from '../../platform/live/act-on-news.ts';
import type { Platform } from '../../platform/platform.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';
import { webhooksTopic } from './webhook-news.ts';

/** Longest delay of another attempt. */
const deliverEveryMs = 10_000;

/** Pause between two looks that news cause. */
const pauseMs = 500;

/** Sends what waits, until it is closed. */
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
