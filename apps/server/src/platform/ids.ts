import { randomBytes } from 'node:crypto';

/** 128 random bits in 22 characters that a URL takes as they are. Ids say nothing and cannot be guessed. */
export function newId(): string {
  return randomBytes(16).toString('base64url');
}

/** 256 random bits, for what lets somebody in. Only its hash is stored. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
