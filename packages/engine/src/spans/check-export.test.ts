import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { checkExport, type ExportFinding, type SeenRequest } from './check-export.ts';
import { receiveSpans } from './receive-spans.ts';

type Fields = Record<string, unknown>;

const attributesOf = (attributes: Record<string, string>) =>
  Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));

const idOf = (number: number) => number.toString(16).padStart(16, '0');

const span = (number: number, attributes: Record<string, string> = {}, more: Fields = {}) => ({
  spanId: idOf(number),
  parentSpanId: idOf(1),
  name: `span ${number}`,
  startTimeUnixNano: '1790000000000000000',
  endTimeUnixNano: '1790000000100000000',
  attributes: attributesOf(attributes),
  ...more,
});

const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'refund_order' };
const content = { 'gen_ai.tool.call.arguments': '{}', 'gen_ai.tool.call.result': '"done"' };
const agent = { 'gen_ai.operation.name': 'invoke_agent' };

interface Exported {
  spans?: Fields[];
  service?: string;
  /** Id of a trace other than the one that was sent. */
  traceId?: string;
  path?: string;
  type?: string;
  sources?: string[];
}

/** Returns the findings for an agent with this export. */
async function findings({
  spans = [span(2, agent), span(3, { ...tool, ...content })],
  service = 'support-agent',
  traceId,
  path = '/v1/traces',
  type = 'application/json',
  sources = ['support-agent'],
}: Exported): Promise<ExportFinding[]> {
  const requests: SeenRequest[] = [];
  await using receiver = await receiveSpans({ port: 0, onRequest: (seen) => requests.push(seen) });
  const turn = receiver.spans.openTurn();
  const parent = turn.traceparent().split('-')[2];
  const entry = span(1, {}, { parentSpanId: parent });
  await fetch(`${receiver.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: attributesOf({ 'service.name': service }) },
          scopeSpans: [
            {
              scope: { name: 'test' },
              spans: [entry, ...spans].map((one) => ({ traceId: traceId ?? turn.id, ...one })),
            },
          ],
        },
      ],
    }),
  });
  return checkExport({ requests, turns: [turn], sources, url: receiver.url });
}

it('nothing is missing where an agent exports all that is evidence', async () => {
  const found = await findings({});
  expect(found.filter(({ standing }) => standing !== 'ok')).toEqual([]);
  expect(found.map(({ says }) => says)).toEqual([
    'Spans came in 1 request: support-agent (3).',
    'application/json.',
    'support-agent.',
    '3 spans continue the trace.',
    'No span reports that others are left out.',
    'Calls of refund_order.',
    'Arguments and results are recorded.',
  ]);
});

it.each<[string, string, Exported, RegExp]>([
  ['another service', 'service name', { service: 'gateway' }, /Spans came from gateway/],
  ['no source', 'service name', { sources: [] }, /lists no sources/],
  ['a wrong path', 'protocol', { path: '/' }, /Send traces to \/v1\/traces/],
  ['a wrong type', 'protocol', { type: 'text/plain' }, /content type must be/],
  ['a trace of its own', 'propagation', { traceId: 'a'.repeat(32) }, /No span continues/],
  [
    'a parent that did not come',
    'propagation',
    { spans: [span(3, tool, { parentSpanId: idOf(9) })] },
    /The parent span of "span 3"/,
  ],
  ['an unsampled trace', 'sampling', { spans: [span(2, agent, { flags: 256 })] }, /not sampled/],
  [
    'lost attributes',
    'sampling',
    { spans: [span(2, agent, { droppedAttributesCount: 1 })] },
    /lost attributes/,
  ],
  ['requests alone', 'tools', { spans: [span(2)] }, /Spans show requests, and no agent/],
  [
    'models alone',
    'tools',
    { spans: [span(2, { 'gen_ai.operation.name': 'chat' })] },
    /Spans show models, and no agent/,
  ],
  ['no arguments', 'content', { spans: [span(2, tool)] }, /records no arguments/],
  [
    'no result',
    'content',
    { spans: [span(2, { ...tool, 'gen_ai.tool.call.arguments': '{}' })] },
    /records no result/,
  ],
])('%s is found, as missing under %s', async (_, check, exported, says) => {
  const missing = (await findings(exported)).filter(({ standing }) => standing === 'missing');
  expect(missing.find((one) => one.check === check)?.says).toMatch(says);
});

it('an agent that exports nothing is told the address', () => {
  const [first, ...others] = checkExport({
    requests: [],
    turns: [],
    sources: ['a'],
    url: 'http://127.0.0.1:4318',
  });
  expect(first).toMatchObject({
    standing: 'missing',
    says: 'Nothing arrived at http://127.0.0.1:4318.',
    hint: expect.stringContaining('OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318'),
  });
  expect(new Set(others.map(({ standing }) => standing))).toEqual(new Set(['unknown']));
});

it('an exporter that speaks gRPC is found', async () => {
  const requests: SeenRequest[] = [];
  await using receiver = await receiveSpans({ port: 0, onRequest: (seen) => requests.push(seen) });
  const socket = connect(Number(new URL(receiver.url).port), '127.0.0.1');
  socket.on('error', () => {});
  socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
  await expect.poll(() => requests.length).toBe(1);
  socket.destroy();
  const { url } = receiver;
  const [, protocol] = checkExport({ requests, turns: [], sources: ['a'], url });
  expect(protocol).toMatchObject({ standing: 'missing', says: expect.stringContaining('gRPC') });
});
