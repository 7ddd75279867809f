/** Serves the built dashboard. Files with a hash in their name are cached for a year; the page itself is always revalidated. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { escapeHtml } from '../exports/escape-html.ts';
import { sendError } from './errors-edge.ts';
import { pagePolicy, permissionsPolicy } from './security-headers.ts';

/** Build folder of the dashboard. */
export const webFolder = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/** Paths of the API, for which the page is never returned. */
const apiPath = /^\/(internal|api|docs|users|generateParleyLead|livez|readyz)(\/|$)/;

/** Paths of shared pages, which search engines must not index. */
const unlistedPath = /^\/shared(\/|$)/;

/** Paths of pages for visitors, who cannot explore and need no microphone. */
const visitorPath = /^\/(alert-recipient|shared|status|unsubscribe)(\/|$)/;

/** Paths of files. A missing file is a 404; every other path returns the dashboard's page. */
const filePath = /\/\.|\.\w+$/;

/** Serves the dashboard. `facts` become `meta` elements of the page. */
export async function mountWebApp(
  app: FastifyInstance,
  folder: string,
  facts: Record<string, string> = {},
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  const page = isBuilt ? readFileSync(join(folder, 'index.html'), 'utf8') : '';
  const hashes = { script: inlineHashes(page, 'script'), style: inlineHashes(page, 'style') };
  const sendPage = (path: string, reply: FastifyReply) => {
    const nonce = randomBytes(16).toString('base64url');
    const policy = String(reply.getHeader('content-security-policy') ?? '');
    const microphone = visitorPath.test(path) ? 'microphone=()' : 'microphone=(self)';
    return reply
      .header('permissions-policy', permissionsPolicy(microphone))
      .header('content-security-policy', pagePolicy(policy, hashes, nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(tellPage(page, { ...facts, 'parley-style-nonce': nonce }));
  };
  if (isBuilt) {
    for (const path of ['/', '/index.html']) app.get(path, (_, reply) => sendPage(path, reply));
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
    if (unlistedPath.test(path)) void reply.header('x-robots-tag', 'noindex, nofollow');
    if (isBuilt && isPage && !filePath.test(path)) return sendPage(path, reply);
    return sendError(new ApiError('not_found'), request, reply);
  });
}

function inlineHashes(page: string, element: 'script' | 'style'): string[] {
  const inline = new RegExp(`<${element}>(.*?)</${element}>`, 'gs');
  return [...page.matchAll(inline)].map(([, text = '']) =>
    createHash('sha256').update(text).digest('base64'),
  );
}

function tellPage(page: string, facts: Record<string, string>): string {
  const elements = Object.entries(facts).map(
    ([name, content]) => `<meta name="${name}" content="${escapeHtml(content)}" />`,
  );
  return page.replace('<title>', () => `${elements.join('')}<title>`);
}
