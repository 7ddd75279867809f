import { randomBytes } from 'node:crypto';

/**
 * 128 random bits, minus a fraction, in 22 characters that are safe in URLs and on command lines:
 * none begins like an option. Ids contain no information and cannot be guessed.
 */
export function newId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newId() : id;
}

/** 256 random bits for a credential. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
