/** The dashboard as built: files with a hash in their name for ever, the page itself never cached. */
import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';
import { sendError } from './errors-edge.ts';

/** Where the build of the dashboard puts it. */
export const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** What belongs to the API and never answers with the page. */
const apiPath = /^\/(internal|api|docs|users|generateParleyLead|livez|readyz)(\/|$)/;

/** A file that is missing is missing; every other address is a screen of the dashboard. */
const filePath = /\/\.|\.\w+$/;

export async function mountWebApp(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders(reply, path) {
        const isHashed = path.includes(`${sep}assets${sep}`);
        const control = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
        void reply.header('cache-control', control);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = ['GET', 'HEAD'].includes(request.method) && !apiPath.test(path);
    if (isBuilt && isPage && !filePath.test(path)) return reply.sendFile('index.html');
    return sendError(new ApiError('not_found'), request, reply);
  });
}
