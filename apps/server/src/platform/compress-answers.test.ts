import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
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
