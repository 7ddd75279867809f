import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts a value that must be stored but not be readable in the database. Returns nonce, tag and ciphertext as Base64URL. A
 * value that is sealed for one `purpose` cannot be opened for another.
 */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, keyOf(secret, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * Decrypts a sealed value.
 * @throws Error if it was sealed with another secret or for another purpose, or was changed
 */
export function unseal(secret: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(
    algorithm,
    keyOf(secret, purpose),
    bytes.subarray(0, nonceBytes),
    { authTagLength: tagBytes },
  );
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = decipher.update(bytes.subarray(nonceBytes + tagBytes));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

/** A change of the secret with which values are sealed. */
export interface SecretChange {
  from: string;
  to: string;
}

/** Number of values that were sealed with the new secret, and of those that the previous secret could not open. */
export interface Resealed {
  done: number;
  unreadable: number;
}

/**
 * Seals a value with another secret.
 *
 * @returns undefined if the previous secret cannot open it
 */
export function reseal(
  { from, to }: SecretChange,
  purpose: string,
  sealed: string,
): string | undefined {
  try {
    return seal(to, purpose, unseal(from, purpose, sealed));
  } catch {
    return undefined;
  }
}

/** Computes a check value that identifies a secret without revealing it. */
export function checkOfSecret(secret: string): string {
  return createHmac('sha256', secret).update('parley backup').digest('hex');
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'parley', purpose, 32));
}
