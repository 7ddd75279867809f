/** Signs webhook messages according to Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto';
import { newSecret } from '../security/ids.ts';

const prefix = 'whsec_';

export function newSigningSecret(): string {
  return `${prefix}${Buffer.from(newSecret(), 'base64url').toString('base64')}`;
}

/** Returns the secret without its prefix, because receivers might echo it without. */
export const secretText = (secret: string): string =>
  secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;

/**
 * Returns headers that let the receiver check that a message is authentic, complete and recent.
 *
 * @param secrets more than one while a secret is replaced: receivers accept any signature that they can verify
 */
export function signatureHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secretText(secret), 'base64');
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${hmac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
