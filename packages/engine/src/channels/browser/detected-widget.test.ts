import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { misleadingPages } from '../../test/misleading-pages.ts';
import { misleadingPresets } from '../../test/misleading-presets.ts';
import { listening, type TestServer } from '../../test/servers.ts';
import { WidgetUnsureError } from './detect/unsure.ts';
import { createDetectedWidget } from './detected-widget.ts';
import { hearPage } from './hear-page.ts';

const pages = [...misleadingPages, ...misleadingPresets];
const executablePath = process.env.CHROMIUM_PATH || chromium.executablePath();

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const watch = {
  begin() {},
  check: async () => {},
  broken: () => undefined,
  isEnded: () => false,
  end() {},
};

interface ShownTurn {
  text: string;
  buttons: string[];
}

/** Text that was typed on the page but not sent. */
const leftOver = `(() => { const all = [document]; const found = []; for (const root of all) for (const element of root.querySelectorAll('*')) {
  if (element.shadowRoot) all.push(element.shadowRoot); if (element.matches('input, textarea') && element.value) found.push(element.outerHTML); } return found; })()`;

describe.skipIf(!existsSync(executablePath))('a chat that no selector names', () => {
  let browser: Browser;
  let wide: BrowserContext;
  let servers: TestServer[];
  beforeAll(async () => {
    const serve = () =>
      listening(
        createServer((request, response) => {
          const [, at = '', path = ''] = /^\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
          const of = pages[Number(at)];
          const html = path === '/' ? of?.html : of?.more?.[path];
          const other = `http://localhost:${servers[1]?.port}`;
          response.setHeader('content-type', 'text/html');
          if (request.url === '/slow') return setTimeout(() => response.end(), 350);
          response.end(
            html
              ?.replaceAll('OTHER/', `${other}/`)
              .replaceAll(/src=(\\?")(http:\/\/[^/"]+)?\//g, `src=$1$2/${at}/`) ?? '',
          );
        }),
      );
    servers = [await serve(), await serve()];
    // Starting processes and profiles takes longer than most conversations.
    const args = ['--no-sandbox', '--renderer-process-limit=4'];
    browser = await chromium.launch({ executablePath, args });
    wide = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of servers ?? []) await server[Symbol.asyncDispose]();
  });

  it.concurrent.each(pages.map((page, at) => [page.title, page, at] as const))(
    '%s',
    async (title, { comes, viewport, greeting, buttons, next, preset, explains }, at) => {
      const context = viewport ? await browser.newContext({ viewport }) : wide;
      const page = await context.newPage();
      try {
        await page.goto(`http://127.0.0.1:${servers[0]?.port}/${at}/`, {
          waitUntil: 'domcontentloaded',
        });
        const widget = createDetectedWidget(page, { kind: 'browser', url: '', preset });
        const hear = hearPage(widget, watch, 400);
        async function exchange(text: string, isSilent: boolean): Promise<ShownTurn> {
          await hear.forget();
          await widget.say(text, performance.now() + 20_000);
          const turn = await hear.next(performance.now() + (isSilent ? 2_200 : 20_000));
          const messages = turn?.said.messages ?? [];
          return {
            text: turn ? messages.map((message) => message.text).join(' / ') : 'silence',
            buttons: messages.flatMap((message) => message.buttons.map((button) => button.title)),
          };
        }
        let came: ShownTurn;
        try {
          const isThere = typeof comes === 'object' || comes.startsWith('silence');
          await widget.open(performance.now() + (isThere ? 40_000 : 5_000));
          if (greeting) {
            const greeted = await hear.next(performance.now() + 3_000);
            expect(greeted?.said.messages.map(({ text }) => text)).toEqual([greeting]);
          }
          came = await exchange('hello there', typeof comes === 'string');
        } catch (error) {
          if (!(error instanceof WidgetUnsureError)) throw error;
          came = { text: 'unsure', buttons: [] };
        }
        if (typeof comes === 'object') expect(came.text, title).toBe(comes.reply);
        else expect(comes.split(' or '), title).toContain(came.text);
        if (buttons) expect(came.buttons, title).toEqual(buttons);
        if (explains) expect(widget.explain?.().join('\n'), title).toContain(explains);
        if (next) {
          const isSilent = next.comes === 'silence';
          const { text } = await exchange(next.say, isSilent);
          expect(text, title).toBe(typeof next.comes === 'object' ? next.comes.reply : next.comes);
        }
        expect(await page.evaluate(leftOver)).toEqual([]);
      } finally {
        await (viewport ? context : page).close();
      }
    },
  );
});
