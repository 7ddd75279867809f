import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiKeys } from '@parley/contract';
import { test as base, createProjectWithSuite, expect } from '../fixtures.ts';
import { type ParleyServer, startParley } from '../server.ts';

interface SentTrace {
  traceId: string;
  parentId: string;
}

interface Agent {
  url: string;
  /** Exports the agent's spans for a message before it replies. */
  report: (sent: SentTrace) => Promise<unknown>;
}

const test = base.extend<object, { agent: Agent; parley: ParleyServer }>({
  agent: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const agent: Agent = { url: '', report: async () => {} };
      const server = createServer(async (request, response) => {
        request.resume();
        const [, traceId = '', parentId = ''] = String(request.headers.traceparent).split('-');
        await agent.report({ traceId, parentId });
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ text: 'I have refunded your order.' }));
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      agent.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat`;
      await use(agent);
      server.closeAllConnections();
      server.close();
    },
    { scope: 'worker' },
  ],
  parley: [
    async ({ agent }, use) => {
      const server = await startParley({ PARLEY_EGRESS_ALLOW: new URL(agent.url).host });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const idOf = (number: number) => number.toString(16).padStart(16, '0');
const attribute = (key: string, value: string | number) => ({
  key,
  value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
});

/** Export request for a turn with a model, a tool and the given number of steps. */
function requestOf({ traceId, parentId }: SentTrace, steps: number) {
  const span = (
    number: number,
    name: string,
    attributes: Record<string, string | number>,
    more: object = { parentSpanId: idOf(1) },
  ) => ({
    traceId,
    spanId: idOf(number),
    name,
    startTimeUnixNano: `1790000000${String(number * 100_000).padStart(9, '0')}`,
    endTimeUnixNano: '1790000001200000000',
    attributes: Object.entries(attributes).map(([key, value]) => attribute(key, value)),
    ...more,
  });
  const spans = [
    span(1, 'POST /chat', {}, { parentSpanId: parentId }),
    span(2, 'invoke_agent', { 'gen_ai.operation.name': 'invoke_agent' }),
    span(3, 'chat', {
      'gen_ai.operation.name': 'chat',
      'gen_ai.response.model': 'small-model',
      'gen_ai.usage.input_tokens': 1200,
      'gen_ai.usage.cache_read.input_tokens': 1000,
      'gen_ai.usage.output_tokens': 80,
    }),
    span(4, 'execute_tool', {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'refund_order',
      'gen_ai.tool.call.arguments': '{"order":7}',
    }),
    ...Array.from({ length: steps }, (_, at) => span(at + 5, `step ${at}`, {})),
  ];
  return {
    resourceSpans: [
      {
        resource: { attributes: [attribute('service.name', 'support-agent')] },
        scopeSpans: [{ scope: { name: 'test' }, spans }],
      },
    ],
  };
}

test('the spans of an agent prove what it did, and show it on the page of the run', async ({
  page,
  account,
  parley,
  agent,
  signIn,
  expectAccessibleEverywhere,
}) => {
  const { key } = await account.call(apiKeys.createApiKey, {
    body: { name: 'Agent', access: 'spans' },
  });
  agent.report = (sent) =>
    fetch(`${parley.url}/api/v1/otlp/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(requestOf(sent, 9_900)),
    });
  const source = [
    ...['configuration:', '  syntax: 2', '  channel:', '    kind: http'],
    `    url: ${agent.url}`,
    '  evidence: { sources: [support-agent], settle: 300ms, timeout: 10s }',
    ...['---', '- test: Refunds once', '- Refund order 7:', '  - tool refund_order: once'],
  ].join('\n');
  const { suiteId } = await createProjectWithSuite(account, { suite: 'Agent', source });
  await signIn(page, account);
  await page.goto(`/test-suite/${suiteId}`);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('link', { name: 'See the run' }).click();
  await expect(page.getByText('Spans of support-agent')).toBeVisible({ timeout: 20_000 });

  await test.step('each span has its kind, tokens and duration', async () => {
    await page.getByText('Spans', { exact: true }).click();
    const table = page.getByRole('table', { name: 'Step 1: span list' });
    await expect(page.getByText(/^9,904 spans/)).toContainText('1 tool call · 1 model request');
    await expect(table.getByRole('row', { name: /small-model/ })).toContainText(
      '1,200 tokens in, 1,000 cached, 80 out',
    );
    await expect(table.getByRole('row', { name: /Tool: refund_order/ })).toBeVisible();
    await expectAccessibleEverywhere(page);
  });

  await test.step('ten thousand are scrolled by keyboard, with few of them in the page', async () => {
    const region = page.getByRole('region', { name: 'Step 1: span list' });
    await region.focus();
    const startedAt = Date.now();
    await page.keyboard.press('End');
    await expect(page.getByRole('row', { name: 'step 9899' })).toBeVisible();
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    expect(await region.getByRole('row').count()).toBeLessThan(60);
  });
});
