/** Digest authentication: proves a password without sending it (RFC 8760; RFC 2617 for MD5). */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { header, type SipHeaders, type SipResponse } from './sip-message.ts';

export interface Credentials {
  username: string;
  password: string;
}

interface Asked {
  method: string;
  uri: string;
}

const algorithms: Record<string, string> = { md5: 'md5', 'sha-256': 'sha256' };

/** @returns the value of an `Authorization` header; undefined if the challenge is not supported */
function answerChallenge(
  challenge: string,
  { username, password }: Credentials,
  { method, uri }: Asked,
): string | undefined {
  const { realm = '', nonce = '', opaque, qop, algorithm = 'MD5' } = parametersOf(challenge);
  const offersQop = qop !== undefined;
  if (!/^digest\s/i.test(challenge) || !(algorithm.toLowerCase() in algorithms)) return undefined;
  if (offersQop && !qop.split(',').some((one) => one.trim() === 'auth')) return undefined;
  const answer: Record<string, string> = { username, realm, nonce, uri, algorithm };
  if (offersQop) Object.assign(answer, { qop: 'auth', nc: '00000001', cnonce: token() });
  const response = digest(answer, password, method);
  const quoted = ['username', 'realm', 'nonce', 'uri', 'cnonce', 'response', 'opaque'];
  const parameters = Object.entries({ ...answer, response, ...(opaque && { opaque }) });
  return `Digest ${parameters.map(([name, value]) => `${name}=${quoted.includes(name) ? `"${value}"` : value}`).join(', ')}`;
}

/** @returns the header that answers the challenge in a response; undefined if there is no challenge or it is not supported */
export function proofFor(
  response: SipResponse,
  credentials: Credentials,
  asked: Asked,
): SipHeaders[number] | undefined {
  const isProxy = response.status === 407;
  if (response.status !== 401 && !isProxy) return undefined;
  const challenge = header(response, isProxy ? 'proxy-authenticate' : 'www-authenticate');
  const answer = answerChallenge(challenge, credentials, asked);
  return answer ? [isProxy ? 'Proxy-Authorization' : 'Authorization', answer] : undefined;
}

export function challengeFor(realm: string, nonce: string): string {
  return `Digest realm="${realm}", nonce="${nonce}", algorithm=MD5, qop="auth"`;
}

/** @returns true if the header proves the password for this nonce */
export function isAnswered(
  authorization: string,
  { username, password }: Credentials,
  { method, nonce }: { method: string; nonce: string },
): boolean {
  const given = parametersOf(authorization);
  if (given.username !== username || given.nonce !== nonce) return false;
  const expected = Buffer.from(digest(given, password, method));
  const response = Buffer.from(given.response ?? '');
  return expected.length === response.length && timingSafeEqual(expected, response);
}

function digest(given: Record<string, string>, password: string, method: string): string {
  const { username, realm, nonce, uri, qop, nc, cnonce, algorithm = 'MD5' } = given;
  const hash = (text: string) =>
    createHash(algorithms[algorithm.toLowerCase()] ?? 'md5')
      .update(text)
      .digest('hex');
  const secret = hash(`${username}:${realm}:${password}`);
  const asked = hash(`${method}:${uri}`);
  return qop
    ? hash(`${secret}:${nonce}:${nc}:${cnonce}:${qop}:${asked}`)
    : hash(`${secret}:${nonce}:${asked}`);
}

function parametersOf(header: string): Record<string, string> {
  const found = header.matchAll(/(?<![a-z])([a-z]+)\s*=\s*(?:"([^"]*)"|([^,\s]+))/gi);
  return Object.fromEntries(
    Array.from(found, ([, name = '', quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? '']),
  );
}

export const token = (): string => randomBytes(8).toString('hex');
