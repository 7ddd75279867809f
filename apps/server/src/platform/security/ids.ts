import { randomBytes } from 'node:crypto';

/**
 * 128 random bits, hardly less, in 22 characters that a URL takes as they are, and a command line, too:
 * none begins like an option. Ids say nothing and cannot be guessed.
 */
export function newId(): string {
  const id = randomBytes(16).toString('base64url');
  return id.startsWith('-') ? newId() : id;
}

/** 256 random bits, for what lets somebody in. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
