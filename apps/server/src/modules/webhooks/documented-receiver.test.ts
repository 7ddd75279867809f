/** Runs the program of docs/webhooks.md, word for word except for its port, and sends it messages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { webhooks } from '@parley/contract';
import { type DemoBot, startDemoBot } from '@parley/demo-bot';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBotSuite, startRun } from '../../test/bot-suite.ts';
import { freePort } from '../../test/free-port.ts';
import { createTenant, type Member } from '../../test/tenant.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const documented = /```js\n([\s\S]*?)```/.exec(
  readFileSync(`${root}docs/webhooks.md`, 'utf8'),
)?.[1];

// Programs start slowly on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const programs: ChildProcess[] = [];
let app: TestApp;
let bot: DemoBot;
let ports: number[];
let owner: Member;

beforeAll(async () => {
  ports = [await freePort(), await freePort()];
  const allowed = ports.map((port) => `127.0.0.1:${port}`).join(',');
  bot = await startDemoBot();
  app = await startTestApp({
    reachable: [new URL(bot.url).host],
    settings: { PARLEY_EGRESS_ALLOW: allowed },
  });
  owner = (await createTenant(app)).owner;
}, 60_000);
afterEach(async () => {
  for (const program of programs.splice(0)) {
    program.kill();
    await once(program, 'exit');
  }
});
afterAll(async () => {
  await app.close();
  await bot.close();
});

/** Starts the documented program with a secret. */
async function startReceiver(port: number, secret: string) {
  const code = documented?.replace('8090', String(port));
  expect(code).toContain(`.listen(${port})`);
  const program = spawn(process.execPath, ['--input-type=module', '--eval', code ?? ''], {
    cwd: `${root}apps/server`,
    env: { ...process.env, WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  programs.push(program);
  let said = '';
  program.stdout?.on('data', (chunk) => {
    said += chunk;
  });
  const url = `http://127.0.0.1:${port}`;
  await expect
    .poll(
      () =>
        fetch(url, { method: 'POST' }).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(400);
  return { url, said: () => said };
}

async function createWebhook(port: number) {
  const body = {
    name: `Port ${port}`,
    url: `http://127.0.0.1:${port}`,
    events: ['run.finished' as const],
  };
  const answer = await owner.call(webhooks.createWebhook, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

/** Sends a test message and returns the status with which the program responded. */
async function send(webhookId: string) {
  const { body } = await owner.call(webhooks.testWebhook, { params: { webhookId } });
  return body.answerStatus;
}

describe('the receiver in docs/webhooks.md', () => {
  it('accepts the messages of Parley and reads them', async () => {
    const [port = 0] = ports;
    const { webhook, signingSecret } = await createWebhook(port);
    const receiver = await startReceiver(port, signingSecret);
    expect(await send(webhook.id)).toBe(204);
    const suiteId = await createBotSuite(owner, { botUrl: bot.url, expected: 'Monday to Friday' });
    await startRun(owner, suiteId);
    await expect.poll(receiver.said, { timeout: 30_000 }).toContain('run.finished http');
  });

  it('refuses what was not signed with the secret, was changed, or is too old', async () => {
    const [port = 0] = ports;
    const { signingSecret } = await createWebhook(port);
    const { url, said } = await startReceiver(port, signingSecret);
    const body = JSON.stringify({ type: 'run.finished', data: { link: 'http://x' } });
    const other = `whsec_${Buffer.from('another secret of 32 characters.').toString('base64')}`;
    const post = async (secret: string, { ageS = 0, text = body } = {}) => {
      const at = new Date(Date.now() - ageS * 1000);
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new StandardWebhook(secret).sign('msg_1', at, body),
      };
      return (await fetch(url, { method: 'POST', body: text, headers })).status;
    };
    expect(await post(other)).toBe(400);
    expect(await post(signingSecret, { text: body.replace('http://x', 'http://evil') })).toBe(400);
    expect(await post(signingSecret, { ageS: 301 })).toBe(400);
    expect(await post(signingSecret, { ageS: -301 })).toBe(400);
    expect(said()).toBe('');
    expect(await post(signingSecret, { ageS: 290 })).toBe(204);
    await expect.poll(said).toBe('run.finished http://x\n');
  });

  it('goes on with either secret while one is replaced, and then only with the new one', async () => {
    const [port = 0, otherPort = 0] = ports;
    const { webhook, signingSecret } = await createWebhook(port);
    const params = { webhookId: webhook.id };
    const pointTo = (to: number) =>
      owner.call(webhooks.updateWebhook, { params, body: { url: `http://127.0.0.1:${to}` } });
    await startReceiver(port, signingSecret);
    const rotated = await owner.call(webhooks.rotateWebhookSecret, { params, body: {} });
    await startReceiver(otherPort, rotated.body.signingSecret);
    expect(await send(webhook.id)).toBe(204);
    await pointTo(otherPort);
    expect(await send(webhook.id)).toBe(204);
    const body = { overlapHours: 0 };
    await owner.call(webhooks.rotateWebhookSecret, { params, body });
    expect(await send(webhook.id)).toBe(400);
  });
});
