import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { runText } from '../test/run-text.ts';
import { listening, serveHttp } from '../test/servers.ts';
import { createSpanBook } from './span-book.ts';

const header = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

interface Sent {
  method: string | undefined;
  traceparent: string | undefined;
  body: string;
}

/**
 * Sends two turns to a bot over HTTP.
 *
 * @returns the trace data of each request
 */
async function sentOver(channel: string, evidence: string, receives = true): Promise<Sent[]> {
  const sent: Sent[] = [];
  const note = ({ method, headers }: IncomingMessage, body: string) =>
    void sent.push({ method, traceparent: headers.traceparent as string | undefined, body });
  await using bot = await serveHttp(async (request, response) => {
    note(request, await text(request));
    const message = { role: 'assistant', content: 'hi' };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: 'hi', choices: [{ message, finish_reason: 'stop' }] }));
  });
  await runText(
    `configuration:
  syntax: 2
  replyTimeout: 1s
  channel: { ${channel.replaceAll('URL', `"http://127.0.0.1:${bot.port}/"`)} }
${evidence}
---
- test: A
- hello: hi
- hello: hi
`,
    receives ? { spans: createSpanBook() } : {},
  );
  return sent;
}

const evidence = '  evidence: { sources: [agent] }';

it.each([
  [
    'are waited for',
    '  gate: { rules: [tries without tool errors: { atLeast: 90% }] }',
    /sent no span of this turn/,
  ],
  ['are not waited for', '  gate: { rules: [pass rate: { atLeast: 90% }] }', /were not waited for/],
])('spans %s with the gate %s', async (_, gate, says) => {
  await using bot = await serveHttp((__, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"text":"hi"}');
  });
  const { result } = await runText(
    `configuration:
  syntax: 2
  channel: { kind: http, url: "http://127.0.0.1:${bot.port}/" }
  evidence: { sources: [agent], settle: 50ms, timeout: 200ms }
${gate}
---
- test: A
- hello: hi
`,
    { spans: createSpanBook() },
  );
  expect(result.tests[0]).toMatchObject({ outcome: 'passed' });
  expect(result.tests[0]?.steps[0]?.reply?.tools?.gaps?.join(' ')).toMatch(says);
});

// A gate that is added later must be able to use the run, so the suite's checks do not matter.
it('what replies report is a part where the suite lists sources and no spans are received', async () => {
  await using bot = await serveHttp((__, response) => {
    const steps = [{ content: [], usage: { inputTokens: 5, outputTokens: 5 } }];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ text: 'hi', steps }));
  });
  const gapsOf = async (gate: string) => {
    const { result } = await runText(
      `configuration:
  syntax: 2
  channel: { kind: http, toolCalls: ai-sdk, url: "http://127.0.0.1:${bot.port}/" }
  evidence: { sources: [agent] }
${gate}
---
- test: A
- hello: hi
`,
    );
    const { gaps = [], tokens } = result.tests[0]?.steps[0]?.reply?.tools ?? { calls: [] };
    return [...gaps, ...(tokens?.gaps ?? [])];
  };
  for (const gate of ['', '  gate: { rules: [tries without tool errors: { atLeast: 90% }] }']) {
    const gaps = await gapsOf(gate);
    expect(gaps.filter((gap) => gap.includes('this run received none'))).toHaveLength(2);
  }
});

describe('the header traceparent', () => {
  it.each(['kind: http, url: URL', 'kind: openai, url: URL, model: small', 'kind: sse, url: URL'])(
    'goes with each message where spans are evidence: %s',
    async (channel) => {
      const sent = await sentOver(channel, evidence);
      expect(sent).toHaveLength(2);
      const ids = sent.map(({ traceparent = '' }) => header.exec(traceparent)?.[1]);
      expect(new Set(ids).size).toBe(2);
      expect(ids).not.toContain(undefined);
    },
  );

  it('replaces the one that a suite sets', async () => {
    const own = 'headers: { Traceparent: "00-1-2-01" }';
    for (const { traceparent } of await sentOver(`kind: http, url: URL, ${own}`, evidence)) {
      expect(traceparent).toMatch(header);
    }
  });

  it('is in no question for replies', async () => {
    const sent = await sentOver('kind: http, url: URL, poll: URL, pollMs: 100', evidence);
    expect(new Set(sent.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']));
    for (const { method, traceparent } of sent) {
      if (method === 'GET') expect(traceparent).toBeUndefined();
      else expect(traceparent).toMatch(header);
    }
  });

  it.each([
    ['without sources', '', true],
    ['without a receiver', evidence, false],
  ])('is never sent %s', async (_, named, receives) => {
    const sent = await sentOver('kind: http, url: URL', named, receives);
    expect(sent.map(({ traceparent }) => traceparent)).toEqual([undefined, undefined]);
  });

  it.each([
    ['where spans are evidence', evidence, true],
    ['and not otherwise', '  variables: { traceparent: mine }', false],
  ])('goes with the handshake and the messages of a socket %s', async (_, named, isTraced) => {
    const handshakes: (string | undefined)[] = [];
    const messages: string[] = [];
    const serve = () => {
      const server = createServer();
      new WebSocketServer({ server }).on('connection', (socket, { headers }) => {
        handshakes.push(headers.traceparent as string | undefined);
        socket.on('message', (frame) => {
          messages.push(JSON.parse(String(frame)).trace);
          socket.send('hi');
        });
      });
      return listening(server);
    };
    await using bot = await serve();
    await runText(
      `configuration:
  syntax: 2
  channel: { kind: websocket, url: "ws://127.0.0.1:${bot.port}", quietMs: 50, request: '{"text": "{{text}}", "trace": "{{traceparent}}"}' }
${named}
---
- test: A
- hello: hi
- hello: hi
`,
      { spans: createSpanBook() },
    );
    expect(messages).toHaveLength(2);
    if (isTraced) {
      const ids = [...handshakes, ...messages].map((one = '') => header.exec(one)?.[1]);
      expect(new Set(ids).size).toBe(3);
      expect(ids).not.toContain(undefined);
    } else {
      expect(handshakes).toEqual([undefined]);
      expect(messages).toEqual(['mine', 'mine']);
    }
  });
});
