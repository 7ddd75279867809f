/** An HTTP agent that exports spans for each message, and an API key for the export. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createKey } from './filled-organization.ts';
import type { Member } from './tenant.ts';
import type { TestApp } from './test-app.ts';

export interface SentTrace {
  traceId: string;
  parentId: string;
}

export interface TestSpan {
  spanId: string;
  parentId?: string;
  traceId?: string;
  name?: string;
  attributes?: Record<string, string>;
  links?: { traceId: string; spanId: string }[];
}

export const spansUrl = (app: TestApp) => `${app.url}/api/v1/otlp/v1/traces`;

export const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

export async function keyOf(member: Member): Promise<string> {
  return (await createKey(member, 'spans')).key;
}

/** Builds an OTLP request in JSON. */
export function spanRequest(
  { traceId }: Pick<SentTrace, 'traceId'>,
  spans: TestSpan[],
  service = 'support-agent',
) {
  const attribute = ([key, stringValue]: [string, string]) => ({ key, value: { stringValue } });
  return {
    resourceSpans: [
      {
        resource: { attributes: [attribute(['service.name', service])] },
        scopeSpans: [
          {
            scope: { name: 'test' },
            spans: spans.map(({ parentId, attributes = {}, name = 'step', ...span }) => ({
              traceId,
              ...span,
              ...(parentId && { parentSpanId: parentId }),
              name,
              startTimeUnixNano: '1790000000000000000',
              endTimeUnixNano: '1790000000100000000',
              attributes: Object.entries(attributes).map(attribute),
            })),
          },
        ],
      },
    ],
  };
}

const idOf = (number: number) => number.toString(16).padStart(16, '0');

/** Creates the spans of a turn that called these tools. */
export const turnSpans = ({ parentId }: SentTrace, ...tools: string[]): TestSpan[] => [
  { spanId: idOf(1), parentId, name: 'POST /chat' },
  {
    spanId: idOf(2),
    parentId: idOf(1),
    name: 'invoke_agent',
    attributes: { 'gen_ai.operation.name': 'invoke_agent' },
  },
  ...tools.map((tool, at) => ({
    spanId: idOf(at + 3),
    parentId: idOf(2),
    name: `execute_tool ${tool}`,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.call.id': `call_${at}`,
      'gen_ai.tool.call.arguments': '{"order":7}',
    },
  })),
];

export function sendSpans(url: string, key: string, body: object): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...withKey(key) },
    body: JSON.stringify(body),
  });
}

export interface SpanningAgent extends AsyncDisposable {
  host: string;
}

/** Starts an agent that replies to each message when `onMessage` has finished. */
export async function startSpanningAgent(
  onMessage: (sent: SentTrace) => Promise<unknown>,
): Promise<SpanningAgent> {
  const server = createServer(async (request, response) => {
    request.resume();
    const [, traceId = '', parentId = ''] = String(request.headers.traceparent).split('-');
    await onMessage({ traceId, parentId });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: 'I have refunded your order.' }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
