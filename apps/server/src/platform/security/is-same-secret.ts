import { timingSafeEqual } from 'node:crypto';

/** Compares in constant time, so that the duration does not reveal how much of a guess is right. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
