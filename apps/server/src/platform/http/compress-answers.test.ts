import { brotliDecompressSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compressAnswers } from './compress-answers.ts';

it.each([
  ['a page', 'text/html; charset=utf-8', 3000, 'gzip, br', 'br'],
  ['a large answer', 'application/json', 20_000, 'br', 'br'],
  ['a very large answer', 'application/json', 400_000, 'br', 'br'],
  ['one for somebody who does not take it', 'application/json', 400_000, 'gzip', undefined],
  ['an answer that fits a few packets', 'application/json', 3000, 'br', undefined],
  ['a page for somebody who does not take it', 'text/html', 3000, 'gzip', undefined],
  ['what is neither', 'text/plain', 20_000, 'br', undefined],
])('%s is compressed or not', async (_, type, length, accepted, encoding) => {
  const app = Fastify();
  compressAnswers(app);
  const text = 'a'.repeat(length);
  app.get('/', (_request, reply) => reply.type(type).send(text));
  const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } });
  expect(answer.headers['content-encoding']).toBe(encoding);
  const sent = encoding ? brotliDecompressSync(answer.rawPayload) : answer.rawPayload;
  expect(sent.toString()).toBe(text);
  await app.close();
});

describe('a large answer', () => {
  const text = `${'x'.repeat(65_535)}😀${'é'.repeat(300_000)}end`;
  let app: FastifyInstance;
  let url: string;

  beforeEach(async () => {
    app = Fastify();
    compressAnswers(app);
    app.get('/', (_request, reply) => reply.type('application/json').send(text));
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });

  afterEach(() => app.close());

  it.each(['identity', 'br'])('arrives whole, as %s', async (accepted) => {
    const answer = await fetch(url, {
      headers: { 'accept-encoding': accepted },
    });
    expect(answer.headers.get('content-encoding')).toBe(accepted === 'br' ? 'br' : null);
    expect(await answer.text()).toBe(text);
  });

  it('is written in pieces, each in a turn of the event loop, so that others are answered in between', async () => {
    let turn = 0;
    const count = () => {
      turn += 1;
      counting = setImmediate(count);
    };
    let counting = setImmediate(count);
    const turns: number[] = [];
    const { from } = Buffer;
    vi.spyOn(Buffer, 'from').mockImplementation(((...input: [string]) => {
      const [piece] = input;
      if (typeof piece === 'string' && piece.length > 1000) turns.push(turn);
      return Reflect.apply(from, Buffer, input);
    }) as never);
    await app.inject('/');
    vi.restoreAllMocks();
    clearImmediate(counting);
    expect(turns.length).toBeGreaterThan(4);
    expect(new Set(turns).size).toBe(turns.length);
  });
});
