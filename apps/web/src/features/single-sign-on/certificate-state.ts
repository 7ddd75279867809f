import type { SingleSignOn } from '@parley/contract';

export type CertificateState = 'good' | 'soon' | 'over';

const soonMs = 30 * 24 * 3_600_000;

/** State of the provider's certificates. There can be several during a key change; the one that expires last counts. */
export function certificateState(
  certificates: SingleSignOn['certificates'],
  now: number,
): { state: CertificateState; expiresAt: string } {
  const ends = certificates.map(({ expiresAt }) => expiresAt);
  const expiresAt = ends.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? '';
  const left = Date.parse(expiresAt) - now;
  return { state: left <= 0 ? 'over' : left < soonMs ? 'soon' : 'good', expiresAt };
}
