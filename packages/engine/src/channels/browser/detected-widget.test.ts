import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { misleadingPages } from '../../test/misleading-pages.ts';
import { listening, type TestServer } from '../../test/servers.ts';
import { WidgetUnsureError } from './detect/unsure.ts';
import { createDetectedWidget } from './detected-widget.ts';
import { hearPage } from './hear-page.ts';

const executablePath = process.env.CHROMIUM_PATH || chromium.executablePath();

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const watch = {
  begin() {},
  check: async () => {},
  broken: () => undefined,
  isEnded: () => false,
  end() {},
};

/** Everything that was typed on the page and has not been sent. */
const leftOver = `(() => { const all = [document]; const found = []; for (const root of all) for (const element of root.querySelectorAll('*')) {
  if (element.shadowRoot) all.push(element.shadowRoot); if (element.matches('input, textarea') && element.value) found.push(element.outerHTML); } return found; })()`;

describe.skipIf(!existsSync(executablePath))('a chat that no selector names', () => {
  let browser: Browser;
  let servers: TestServer[];
  beforeAll(async () => {
    const serve = () =>
      listening(
        createServer((request, response) => {
          const [, at = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
          const of = misleadingPages[Number(at)];
          const html = path === '/' ? of?.html : of?.more?.[path];
          const other = `http://localhost:${servers[1]?.port}`;
          response.setHeader('content-type', 'text/html');
          response.end(
            html
              ?.replaceAll('OTHER/', `${other}/`)
              .replaceAll(/src=(\\?")(http:\/\/[^/"]+)?\//g, `src=$1$2/${at}/`) ?? '',
          );
        }),
      );
    servers = [await serve(), await serve()];
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers ?? []) await server[Symbol.asyncDispose]();
  });

  it.concurrent.each(misleadingPages.map((page, at) => ({ ...page, at })))(
    '$title: $comes',
    async ({ at, comes, viewport, greeting, title }) => {
      const context = await browser.newContext({
        viewport: viewport ?? { width: 1280, height: 800 },
      });
      const page = await context.newPage();
      try {
        await page.goto(`http://127.0.0.1:${servers[0]?.port}/${at}/`, {
          waitUntil: 'domcontentloaded',
        });
        const widget = createDetectedWidget(page, { kind: 'browser', url: '' });
        const hear = hearPage(widget, watch, 400);
        let came: string;
        try {
          const isThere = typeof comes === 'object' || comes.startsWith('silence');
          await widget.open(performance.now() + (isThere ? 40_000 : 8_000));
          if (greeting) {
            const greeted = await hear.next(performance.now() + 3_000);
            expect(greeted?.said.messages.map(({ text }) => text)).toEqual([greeting]);
          }
          await hear.forget();
          await widget.say('hello there', performance.now() + 20_000);
          const isSilent = typeof comes === 'string';
          const turn = await hear.next(performance.now() + (isSilent ? 2_500 : 20_000));
          came = turn ? turn.said.messages.map(({ text }) => text).join(' / ') : 'silence';
        } catch (error) {
          if (!(error instanceof WidgetUnsureError)) throw error;
          came = 'unsure';
        }
        if (typeof comes === 'object') expect(came, title).toBe(comes.reply);
        else expect(comes.split(' or '), title).toContain(came);
        expect(await page.evaluate(leftOver)).toEqual([]);
      } finally {
        await context.close();
      }
    },
  );
});
