import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Content security policy, the same as on a Parley server. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Base path for which the guide is built. */
export const guidePath = '/guide/';

/** @returns a server for the files in the folder; other paths get its 404 page */
export function createGuideServer(folder: string): Server {
  return createServer((request, response) => {
    const path = pathOf(request.url ?? '');
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (path === '/' || `${path}/` === guidePath)
      return void response.writeHead(302, { location: guidePath }).end();
    const found = isRead ? fileAt(folder, path) : undefined;
    const file = found ?? join(folder, '404.html');
    response.writeHead(found ? 200 : 404, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'content-security-policy': policy,
    });
    createReadStream(file)
      .on('error', () => response.end())
      .pipe(response);
  });
}

function pathOf(url: string): string {
  try {
    return decodeURIComponent(url.split(/[?#]/)[0] ?? '');
  } catch {
    return '';
  }
}

function fileAt(folder: string, path: string): string | undefined {
  if (!path.startsWith(guidePath) || path.includes('\0')) return undefined;
  const name = path.slice(guidePath.length) || 'index.html';
  const file = resolve(folder, name);
  if (!file.startsWith(resolve(folder) + sep)) return undefined;
  return [file, `${file}.html`].find((one) => statSync(one, { throwIfNoEntry: false })?.isFile());
}
