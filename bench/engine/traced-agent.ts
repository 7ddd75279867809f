/**
 * An agent in a separate process that continues the trace of each message. Before it replies, it exports its spans as one
 * batch of JSON: an entry, an agent, and tool calls.
 *
 *   node engine/traced-agent.ts RECEIVER_URL SPANS_PER_TURN
 */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, request as send } from 'undici';

const [receiver = '', spansPerTurn = '10'] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 16 });
const id = () => randomBytes(8).toString('hex');
const text = (value: string) => ({ stringValue: value });
const now = () => `${BigInt(Date.now()) * 1_000_000n}`;

function batch(traceId: string, parentSpanId: string, count: number) {
  const base = { traceId, startTimeUnixNano: now(), endTimeUnixNano: now(), flags: 1 };
  const entry = { ...base, spanId: id(), parentSpanId, name: 'POST /chat', kind: 2 };
  const agent = {
    ...base,
    spanId: id(),
    parentSpanId: entry.spanId,
    name: 'invoke_agent support',
    attributes: [{ key: 'gen_ai.operation.name', value: text('invoke_agent') }],
  };
  const calls = Array.from({ length: count - 2 }, (_, at) => ({
    ...base,
    spanId: id(),
    parentSpanId: agent.spanId,
    name: `execute_tool look_up_${at}`,
    attributes: [
      { key: 'gen_ai.operation.name', value: text('execute_tool') },
      { key: 'gen_ai.tool.name', value: text(`look_up_${at}`) },
      { key: 'gen_ai.tool.call.id', value: text(`call_${id()}`) },
      { key: 'gen_ai.tool.call.arguments', value: text(`{"order":${at}}`) },
      { key: 'gen_ai.tool.call.result', value: text('{"state":"new"}') },
    ],
  }));
  const resource = { attributes: [{ key: 'service.name', value: text('support-agent') }] };
  const scopeSpans = [{ scope: { name: 'bench' }, spans: [entry, agent, ...calls] }];
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
}

const server = createServer(async (request, response) => {
  for await (const _ of request);
  const [, traceId, parentId] = String(request.headers.traceparent ?? '').split('-');
  if (traceId && parentId) {
    const body = batch(traceId, parentId, Number(spansPerTurn));
    const headers = { 'content-type': 'application/json' };
    const answer = await send(`${receiver}/v1/traces`, {
      method: 'POST',
      headers,
      body,
      dispatcher,
    });
    await answer.body.dump();
  }
  response.setHeader('content-type', 'application/json').end('{"text":"Done."}');
});
server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
  console.log((server.address() as AddressInfo).port);
});
