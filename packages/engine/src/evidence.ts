import type { Evidence } from '@parley/suite';
import { limits } from './limits.ts';

/** A piece of evidence before it is kept. */
export interface Exhibit {
  kind: Evidence['kind'];
  bytes: Uint8Array;
}

/** As which files they are kept. */
export const evidenceFiles: Record<Evidence['kind'], { ending: string; mediaType: string }> = {
  screenshot: { ending: 'jpg', mediaType: 'image/jpeg' },
  trace: { ending: 'zip', mediaType: 'application/zip' },
  audio: { ending: 'wav', mediaType: 'audio/wav' },
  log: { ending: 'txt', mediaType: 'text/plain; charset=utf-8' },
  traffic: { ending: 'txt', mediaType: 'text/plain; charset=utf-8' },
};

/** Puts an exhibit where it stays with the run, and says under which id. */
export type KeepEvidence = (exhibit: Exhibit) => Promise<string>;

/** Keeps what can be kept: a test never fails because its evidence has no place. */
export async function kept(
  exhibits: Exhibit[],
  keep: KeepEvidence | undefined,
): Promise<Evidence[]> {
  if (!keep) return [];
  const evidence: Evidence[] = [];
  for (const exhibit of exhibits) {
    if (exhibit.bytes.length > limits.evidenceBytesMax) continue;
    const id = await keep(exhibit).catch(() => undefined);
    if (id !== undefined) evidence.push({ kind: exhibit.kind, id });
  }
  return evidence;
}
