/** Serves the guide, which is built from docs/: static pages that need no exceptions in the content security policy. */
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { sendError } from './errors-edge.ts';

/** Build folder of the guide (scripts/build-guide.mjs). */
export const guideFolder = fileURLToPath(new URL('../../../../guide/dist', import.meta.url));

const secondsToReload = 3;

const notBuilt = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${secondsToReload}">
<title>The guide is being built</title>
</head>
<body>
<main>
<h1>The guide is being built</h1>
<p>It opens here by itself, usually within half a minute. If it doesn't, run
<code>node_modules/.bin/node scripts/build-guide.mjs</code> in the folder of Parley, which says why.</p>
</main>
</body>
</html>
`;

const pagePath = /\/[^/.]*$|\.html$/;

/** Serves the guide. The folder may appear later: `npm start` builds it while the server already answers. */
export async function mountGuide(app: FastifyInstance, folder: string): Promise<void> {
  app.get('/guide', (_, reply) => reply.redirect('/guide/'));
  await app.register(
    async (guide) => {
      guide.setNotFoundHandler((request, reply) => {
        const path = request.url.split('?')[0] ?? '';
        const isPage = ['GET', 'HEAD'].includes(request.method) && pagePath.test(path);
        if (!isPage) return sendError(new ApiError('not_found'), request, reply);
        void reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache');
        const missing = join(folder, '404.html');
        if (existsSync(missing)) return reply.code(404).send(readFileSync(missing, 'utf8'));
        return reply.code(503).header('retry-after', secondsToReload).send(notBuilt);
      });
      await guide.register(fastifyStatic, {
        root: folder,
        suppressWarning: true,
        decorateReply: false,
        preCompressed: true,
        cacheControl: false,
        dotfiles: 'ignore',
        // People type addresses without .html.
        extensions: ['html'],
        setHeaders(reply, path) {
          const isHashed = path.includes(`${sep}assets${sep}`);
          const control = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
          void reply.header('cache-control', control);
        },
      });
    },
    { prefix: '/guide' },
  );
}
