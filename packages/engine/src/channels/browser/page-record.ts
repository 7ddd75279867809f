import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Exhibit } from '@parley/egress';
import type { BrowserContext, ElementHandle, Page } from 'playwright-core';

/** Evidence of a page. Never throws; evidence that cannot be captured is left out. */
export interface PageRecord {
  screenshot(): Promise<Exhibit[]>;
  /** Takes a screenshot with these elements outlined. */
  marked(elements: ElementHandle<HTMLElement>[]): Promise<Exhibit[]>;
  /**
   * Returns evidence of the whole conversation: a trace for Playwright's viewer, and the errors and warnings of the page. Call
   * this once.
   */
  whole(): Promise<Exhibit[]>;
}

const linesMax = 200;
const lineLengthMax = 500;
const screenshotMs = 5_000;

export async function startPageRecord(context: BrowserContext, page: Page): Promise<PageRecord> {
  const lines: string[] = [];
  const note = (line: string) => {
    if (lines.push(line.slice(0, lineLengthMax)) > linesMax) lines.shift();
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => note(`script error: ${error.message}`));
  page.on('requestfailed', (request) =>
    note(`not loaded: ${request.method()} ${request.url()} ${request.failure()?.errorText ?? ''}`),
  );
  page.on('response', (response) => {
    if (response.status() >= 400) note(`status ${response.status()}: ${response.url()}`);
  });
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) note(`page: ${frame.url()}`);
  });
  // A snapshot at each look would be most of the page's work.
  await context.tracing.start({ screenshots: true, snapshots: false });

  return {
    async screenshot() {
      try {
        const options = { type: 'jpeg', quality: 60, timeout: screenshotMs } as const;
        return [{ kind: 'screenshot', bytes: await page.screenshot(options) }];
      } catch {
        return [];
      }
    },
    async marked(elements) {
      try {
        for (const element of elements)
          await element.evaluate((node) => node.setAttribute('data-parley-part', ''));
        const style = '[data-parley-part] { outline: 4px solid #d6006c !important }';
        const options = { type: 'jpeg', quality: 60, timeout: screenshotMs, style } as const;
        return [{ kind: 'screenshot', bytes: await page.screenshot(options) }];
      } catch {
        return [];
      } finally {
        for (const element of elements)
          await element
            .evaluate((node) => node.removeAttribute('data-parley-part'))
            .catch(() => {});
      }
    },
    async whole() {
      const log: Exhibit = { kind: 'log', bytes: Buffer.from(`${lines.join('\n')}\n`) };
      const trace = await traceOf(context).catch(() => undefined);
      const logs = lines.length > 0 ? [log] : [];
      return trace ? [{ kind: 'trace', bytes: trace }, ...logs] : logs;
    },
  };
}

async function traceOf(context: BrowserContext): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-trace-'));
  try {
    const path = join(folder, 'trace.zip');
    await context.tracing.stop({ path });
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
