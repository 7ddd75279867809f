import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

const guide = fileURLToPath(new URL('../../../../docs/sign-in.md', import.meta.url));

/** The document about the ways to sign in, for operators who have nothing but the running server. */
export function mountSignInGuide(app: FastifyInstance): void {
  const text = readFileSync(guide, 'utf8');
  app.get('/docs/sign-in', (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text),
  );
}
