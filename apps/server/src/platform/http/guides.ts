import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

/** Documents for operators to which the dashboard links. The image contains no others; see deploy/Dockerfile. */
const guides = ['sign-in', 'phone'];

/** Serves the documents as plain text, for operators who have only the running server. */
export function mountGuides(app: FastifyInstance): void {
  for (const guide of guides) {
    const path = fileURLToPath(new URL(`../../../../../docs/${guide}.md`, import.meta.url));
    const text = readFileSync(path, 'utf8');
    app.get(`/docs/${guide}`, (_, reply) =>
      reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text),
    );
  }
}
