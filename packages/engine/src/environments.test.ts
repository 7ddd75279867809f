/** Tests environments in a run: where values are filled in, and that secrets do not appear in stored data. */
import { createEgress } from '@parley/egress';
import {
  evidenceKinds,
  foldEvents,
  parseSuite,
  type RunEvent,
  withEnvironment,
} from '@parley/suite';
import { describe, expect, it } from 'vitest';
import type { Question } from './judge/judge.ts';
import { reevaluate } from './reevaluate.ts';
import { type RunOptions, runSuite } from './run-suite.ts';
import { serveHttp, type TestServer } from './test/servers.ts';

const secrets = {
  token: 'tok/3n+with "quotes" & <tags>',
  password: 'pa55-w0rd!',
  key: 'ключ-от-системы',
};

/** The value in the six forms that bots commonly repeat, and some more. */
const formsOf = (value: string) => ({
  raw: value,
  url: encodeURIComponent(value),
  base64: Buffer.from(value).toString('base64'),
  basic: `Basic ${Buffer.from(`ada:${value}`).toString('base64')}`,
  json: JSON.stringify({ of: value }),
  html: value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;'),
  hex: Buffer.from(value).toString('hex'),
});

/** Serves a bot that repeats the user and all secrets in every form, in headers and body. */
const serveEcho = () =>
  serveHttp((request, response) => {
    const forms = Object.values(secrets).map(formsOf);
    response.writeHead(200, {
      'content-type': 'application/json',
      'x-echo': encodeURIComponent(JSON.stringify(forms)),
      'x-hex': forms.map(({ hex }) => hex).join(','),
    });
    request.resume();
    response.end(
      JSON.stringify({
        text: `You are ${request.headers['x-user']}: ${forms.map(({ raw }) => raw).join(' ')}`,
        forms,
        nested: [JSON.stringify(forms)],
        buttons: [{ title: forms[0]?.html, value: forms[1]?.basic }],
      }),
    );
  });

const suiteOf = ({ port }: TestServer, steps: string) => `configuration:
  syntax: 2
  channel: { kind: http, url: "{{bot}}/?key={{secret.key}}", headers: { x-user: "{{user}}", authorization: "Basic {{secret.password}}" } }
  variables: { bot: "http://127.0.0.1:1", user: nobody, port: "${port}" }
  secretsInMessages: [password]
  replyTimeout: 2
  after each:
    - request: DELETE {{bot}}/orders
      json: { password: "{{secret.password}}" }
---
- test: A
${steps}
`;

async function run(server: TestServer, steps: string, options: Partial<RunOptions> = {}) {
  const { suite, problems } = parseSuite(suiteOf(server, steps));
  expect(problems).toEqual([]);
  const bot = `http://127.0.0.1:${server.port}`;
  const environment = { name: 'staging', variables: { bot, user: 'Ada' }, secrets };
  const events: RunEvent[] = [];
  const kept: string[] = [];
  await runSuite({
    suite: withEnvironment(suite, environment),
    egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
    signal: new AbortController().signal,
    emit: (event) => void events.push(event),
    keepEvidence: ({ bytes }) => {
      kept.push(String(bytes));
      return Promise.resolve(`${kept.length}`);
    },
    ...options,
  });
  const masked = Object.fromEntries(Object.keys(secrets).map((name) => [name, '***']));
  const stored = withEnvironment(suite, { ...environment, secrets: masked });
  return { suite, stored, events, kept, result: foldEvents(events) };
}

/** Looks for each form of each secret, also in JSON within JSON. */
function leaksIn(text: string): string[] {
  return Object.entries(secrets).flatMap(([name, value]) =>
    Object.entries(formsOf(value)).flatMap(([form, encoded]) =>
      text.includes(encoded) || text.includes(JSON.stringify(encoded).slice(1, -1))
        ? [`${name} as ${form}`]
        : [],
    ),
  );
}

describe('a run in an environment', () => {
  it('uses its values, and keeps no secret in any form', async () => {
    await using bot = await serveEcho();
    const { result, events, kept } = await run(
      bot,
      [
        '- "hello {{secret.password}}":',
        '  - prompt: You are Ada',
        '  - prompt: "{{secret.password}}"',
        '  - save: { echoed: "$.forms[0].raw" }',
        '- "again":',
        '  - prompt: never said',
        '- $CHECK POST {{bot}}/?t={{secret.token}}:',
        '  - headers: { authorization: "Bearer {{secret.token}}" }',
        '  - json: { of: "{{secret.key}}" }',
        '  - $.forms[0].raw === {{secret.token}}',
      ].join('\n'),
    );
    const [first, second, third] = result.tests[0]?.steps ?? [];
    expect(first).toMatchObject({ outcome: 'passed', sent: 'hello ***', saved: { echoed: '***' } });
    expect(second).toMatchObject({ outcome: 'failed' });
    expect(third).toMatchObject({ outcome: 'passed', checked: { answer: { isMasked: true } } });
    expect(leaksIn(JSON.stringify(events))).toEqual([]);
    expect(kept).not.toEqual([]);
    expect(kept.flatMap(leaksIn)).toEqual([]);
  });

  it('finds a secret that a bot must not say, and does not show it', async () => {
    await using bot = await serveEcho();
    const { result, events } = await run(bot, '- hello:\n  - prompt != "{{secret.token}}"');
    expect(result.status).toBe('failed');
    expect(leaksIn(JSON.stringify(events))).toEqual([]);
  });

  it('compares the true texts: another value of the same length fails', async () => {
    await using bot = await serveEcho();
    const { result } = await run(bot, '- hello:\n  - prompt: "pa55-w0rd?"');
    expect(result.status).toBe('failed');
  });

  it('is re-evaluated without the secrets, with the same result', async () => {
    await using bot = await serveEcho();
    for (const steps of [
      '- "hello {{secret.password}}":\n  - prompt: "{{secret.password}}"',
      '- "hello {{secret.password}}": You are {{user}}',
      '- hello:\n  - prompt != "{{secret.token}}"',
      '- $CHECK GET {{bot}}/?t={{secret.token}}:\n  - $.forms[0].raw === {{secret.token}}',
    ]) {
      const { stored, result } = await run(bot, steps, { keepEvidence: undefined as never });
      expect(await reevaluate(stored, result)).toEqual(result);
    }
  });

  it('asks a judge without the secrets', async () => {
    await using bot = await serveEcho();
    const asked: Question[] = [];
    await run(bot, '- "hello {{secret.password}}":\n  - prompt =? it greets', {
      judge: (question) => {
        asked.push(question);
        return Promise.resolve({ holds: true, votes: [] });
      },
    });
    expect(asked).toHaveLength(1);
    expect(leaksIn(JSON.stringify(asked))).toEqual([]);
    expect(asked[0]?.actual).toContain('You are Ada: ***');
  });
});

it('withholds archives where secrets are sent, and says so', async () => {
  const { keepMasked, kept } = await import('./evidence.ts');
  const { createMask } = await import('./channels/mask.ts');
  const mask = createMask();
  mask.hide(secrets.password);
  const keep = keepMasked(() => Promise.resolve('id'), mask, true);
  const bytes = Buffer.from('zip');
  expect(
    await kept(
      [
        { kind: 'trace', bytes },
        { kind: 'screenshot', bytes },
      ],
      keep,
    ),
  ).toEqual({
    evidence: [{ kind: 'screenshot', id: 'id' }],
    lostEvidence: [{ kind: 'trace', reason: 'secrets' }],
  });
});

it.each(Object.entries(evidenceKinds))('masks secrets in %s if it is a text', async (kind, row) => {
  const { keepMasked } = await import('./evidence.ts');
  const { createMask } = await import('./channels/mask.ts');
  const mask = createMask();
  mask.hide(secrets.password);
  const stored: string[] = [];
  const keep = keepMasked(
    ({ bytes }) => Promise.resolve(`${stored.push(String(bytes))}`),
    mask,
    false,
  );
  await keep({
    kind: kind as keyof typeof evidenceKinds,
    bytes: Buffer.from(`a ${secrets.password} b`),
  });
  const isText = /^text\/|json/.test(row.mediaType);
  expect(stored).toEqual([isText ? 'a *** b' : `a ${secrets.password} b`]);
});

describe('a secret that a bot repeats in an odd place', () => {
  const odd = {
    token: 'correct horse battery staple',
    password: '4711081512345',
    key: 'line-one-of-key\nline-two-of-key\nline-three',
  };
  const serveOdd = () =>
    serveHttp((request, response) => {
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          text: 'correct answer, low battery',
          by: { [odd.token]: 'x' },
          number: Number(odd.password),
          lines: odd.key.split('\n').map((line) => `    ${line}`),
        }),
      );
    });
  const suiteOfOdd = ({ port }: TestServer, steps: string) => `configuration:
  syntax: 2
  channel: { kind: http, url: "http://127.0.0.1:${port}/", headers: { x-a: "{{secret.password}}" } }
---
- test: A
${steps}
`;
  async function heldOdd(server: TestServer, steps: string) {
    const { suite } = parseSuite(suiteOfOdd(server, steps));
    const events: RunEvent[] = [];
    const kept: string[] = [];
    await runSuite({
      suite: withEnvironment(suite, { name: 'staging', variables: {}, secrets: odd }),
      egress: createEgress({ allow: ['127.0.0.0/8:*'] }),
      signal: new AbortController().signal,
      emit: (event) => void events.push(event),
      keepEvidence: ({ bytes }) => Promise.resolve(`${kept.push(String(bytes))}`),
    });
    return { told: JSON.stringify(events), kept, result: foldEvents(events) };
  }

  it('is in no key, no number and no line of what is kept', async () => {
    await using bot = await serveOdd();
    const { told, kept, result } = await heldOdd(bot, '- Hello: something else');
    expect(result.tests[0]?.steps[0]?.reply?.payload).toMatchObject({
      by: { '***': 'x' },
      number: '***',
      lines: ['    ***', '    ***', '    ***'],
    });
    for (const secret of [odd.token, odd.password, ...odd.key.split('\n')])
      expect(told + kept.join()).not.toContain(secret);
  });

  it('does not show word by word in what tells it from a reply', async () => {
    await using bot = await serveOdd();
    const { told, result } = await heldOdd(bot, '- Hello:\n  - prompt === {{secret.token}}');
    expect(result.status).toBe('failed');
    expect(result.tests[0]?.failure?.message).toContain('***');
    for (const word of ['horse', 'staple']) expect(told).not.toContain(word);
    const plain = await heldOdd(bot, '- Hello:\n  - prompt === correct reply, low battery');
    expect(plain.result.tests[0]?.steps[0]?.verdicts[0]?.difference).toBeDefined();
  });
});
