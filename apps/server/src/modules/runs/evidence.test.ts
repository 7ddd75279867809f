import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runs as endpoints } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folderStorage } from '../../platform/storage.ts';
import { createBotSuite, startRun, untilEnded } from '../../test/bot-suite.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { keepEvidenceOf } from './evidence.ts';

let bot: DemoBot;
let app: TestApp;
let ada: Member;
let stranger: Member;
let runId: string;

beforeAll(async () => {
  bot = await startDemoBot();
  app = await startTestApp({ reachable: [new URL(bot.url).host] });
  ada = (await createTenant(app)).owner;
  stranger = (await createTenant(app, { name: 'Other' })).owner;
  ({ id: runId } = await startRun(ada, await createBotSuite(ada, { botUrl: bot.url })));
  await untilEnded(ada, runId);
});

afterAll(async () => {
  await app.close();
  await bot.close();
});

const keep = (kind: 'screenshot' | 'trace' | 'log', text: string) =>
  keepEvidenceOf(app.platform.storage, runId)({ kind, bytes: Buffer.from(text) });

describe('GET …/runs/{runId}/evidence/{evidenceId}', () => {
  it('gives back what was kept, as a file that no browser runs', async () => {
    const evidenceId = await keep('log', 'error: 404');
    const answer = await ada.call(endpoints.getRunEvidence, { params: { runId, evidenceId } });
    expect(answer).toMatchObject({ status: 200, text: 'error: 404' });
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    const picture = { runId, evidenceId: await keep('screenshot', 'jpeg') };
    const shown = await ada.call(endpoints.getRunEvidence, { params: picture });
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
  });

  it('knows nothing of the files of others, of other files, nor of what was removed', async () => {
    const evidenceId = await keep('trace', 'zip');
    const asked = await stranger.call(endpoints.getRunEvidence, { params: { runId, evidenceId } });
    expect(asked.status).toBe(404);
    for (const other of ['log-nothing.txt', '../../secret', '..%2fsecret', 'x.html', '.zip']) {
      const params = { runId, evidenceId: other };
      expect((await ada.call(endpoints.getRunEvidence, { params })).status).toBe(404);
    }
    await app.platform.storage.removeOlder(new Date(Date.now() + 60_000));
    const gone = await ada.call(endpoints.getRunEvidence, { params: { runId, evidenceId } });
    expect(gone.status).toBe(404);
  });
});

describe('the storage in a folder', () => {
  it('keeps what is younger, removes what is older, and takes no key that leads elsewhere', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-storage-'));
    const storage = folderStorage(folder);
    await storage.put('runs/a/old.txt', Buffer.from('old'));
    await storage.put('runs/b/new.txt', Buffer.from('new'));
    await utimes(join(folder, 'runs/a/old.txt'), 1, 1);
    await storage.removeOlder(new Date(1_000_000));
    expect(await storage.get('runs/a/old.txt')).toBeUndefined();
    expect(String(await storage.get('runs/b/new.txt'))).toBe('new');
    expect(await readdir(join(folder, 'runs'))).toEqual(['b']);
    await writeFile(join(folder, 'secret'), 'x');
    for (const key of ['../secret', '/etc/passwd', 'a/../../b', '', 'a//b', '.', 'a\\b']) {
      await expect(storage.get(key)).rejects.toThrow('no key');
    }
    await rm(folder, { recursive: true });
  });
});
