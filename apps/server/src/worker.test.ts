import { afterAll, beforeAll, expect, it } from 'vitest';
import type { News } from './platform/live/news.ts';
import type { Platform } from './platform/platform.ts';
import { startTestApp, type TestApp } from './test/test-app.ts';
import { startWorker } from './worker.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ hasWorker: false });
});

afterAll(() => app.close());

/** Replaces the platform's news. Subscribing to one topic fails, and `open` lists the topics with a subscription. */
function withNews(platform: Platform, refused: string): { platform: Platform; open: Set<string> } {
  const open = new Set<string>();
  const news: News = {
    ...platform.news,
    subscribe(topic, listening) {
      if (topic === refused) throw new Error('No news');
      const end = platform.news.subscribe(topic, listening);
      open.add(topic);
      return () => {
        open.delete(topic);
        end();
      };
    },
  };
  return { platform: { ...platform, news }, open };
}

it.each(['load:queued', 'explorations:waiting'])(
  'ends what it has started when a later start fails, as of %s',
  async (refused) => {
    const { platform, open } = withNews(app.platform, refused);
    await expect(startWorker(platform, [])).rejects.toThrow('No news');
    expect([...open]).toEqual([]);
  },
);

it('ends all that it has started when it is closed', async () => {
  const { platform, open } = withNews(app.platform, 'none');
  const worker = await startWorker(platform, []);
  expect(open.size).toBeGreaterThan(2);
  await worker.close();
  expect([...open]).toEqual([]);
});
