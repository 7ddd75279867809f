import { parseCookies } from 'better-auth/cookies';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface OwnCookie {
  name: string;
  path: string;
  maxAgeS: number;
}

/** Sets a cookie that is hidden from scripts and not sent with posts from other sites. */
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
