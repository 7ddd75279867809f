/** Signs messages for webhooks as Standard Webhooks says (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto';
import { newSecret } from '../security/ids.ts';

const prefix = 'whsec_';

export function newSigningSecret(): string {
  return `${prefix}${Buffer.from(newSecret(), 'base64url').toString('base64')}`;
}

/** The bytes of a secret as text, which a receiver might echo without the prefix. */
export const secretText = (secret: string): string =>
  secret.startsWith(prefix) ? secret.slice(prefix.length) : secret;

/**
 * Headers that prove that a message is ours, complete and recent.
 *
 * @param secrets more than one while a secret is replaced: receivers accept any signature that they can check
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
