import { parseCookies } from 'better-auth/cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface OwnCookie {
  name: string;
  path: string;
  maxAgeS: number;
}

/** Sets a cookie that scripts cannot read and that browsers do not send with POST requests from other sites. */
export function sendCookie(
  reply: FastifyReply,
  publicUrl: string,
  { name, path, maxAgeS }: OwnCookie,
  value: string,
): void {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  void reply.header(
    'set-cookie',
    `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Lax${secure}`,
  );
}

export function readCookie(request: FastifyRequest, { name }: OwnCookie): string | undefined {
  return parseCookies(request.headers.cookie ?? '').get(name);
}
