/** What a first visit of /signin transfers: requests and bytes as sent (brotli), by kind. */
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../e2e/ensure-browser.mjs';
import { startParley } from '../e2e/server.ts';

const scriptLimitKiB = 95;
const requestsLimit = 4;

const server = await startParley();
const browser = await chromium.launch({ executablePath: ensureBrowser() });
const page = await browser.newPage();
const session = await page.context().newCDPSession(page);
await session.send('Network.enable');

const kindOf = new Map<string, string>();
const transferred = new Map<string, { requests: number; bytes: number }>();
session.on('Network.responseReceived', ({ requestId, type }) => kindOf.set(requestId, type));
session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
  const kind = kindOf.get(requestId) ?? 'Other';
  const before = transferred.get(kind) ?? { requests: 0, bytes: 0 };
  transferred.set(kind, {
    requests: before.requests + 1,
    bytes: before.bytes + encodedDataLength,
  });
});

await page.goto(`${server.url}/signin`, { waitUntil: 'networkidle' });
await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
await browser.close();
await server.stop();

const kiB = (bytes: number) => Math.round((bytes / 1024) * 10) / 10;
console.table(
  [...transferred].map(([kind, { requests, bytes }]) => ({ kind, requests, KiB: kiB(bytes) })),
);
const requests = [...transferred.values()].reduce((sum, each) => sum + each.requests, 0);
const ours = kiB(transferred.get('Script')?.bytes ?? 0);
console.log(
  JSON.stringify({
    bench: 'signin',
    unit: 'KiB of script, brotli, with headers',
    ours,
    limit: scriptLimitKiB,
    requests,
    requestsLimit,
    ok: ours <= scriptLimitKiB && requests <= requestsLimit,
  }),
);
