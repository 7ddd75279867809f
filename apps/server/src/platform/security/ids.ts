import { randomBytes } from 'node:crypto';

/**
 * Creates an id: 128 random bits, minus a fraction, in 22 characters that are safe in URLs and on command lines, because none
 * starts with a hyphen. Ids contain no information and cannot be guessed.
 */
export function newId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newId() : id;
}

/** Creates a credential of 256 random bits, in 43 characters. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
