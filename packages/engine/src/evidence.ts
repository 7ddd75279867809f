import type { Exhibit } from '@parley/egress';
import { type Evidence, evidenceKinds, type LostEvidence } from '@parley/suite';

/** Puts an exhibit where it stays with the run, and says under which id. */
export type KeepEvidence = (exhibit: Exhibit) => Promise<string>;

/** Evidence as part of an event; kinds without any are left out. */
export interface Kept {
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
}

/**
 * Stores evidence, and reports what could not be stored: a test never fails because of its
 * evidence.
 */
export async function kept(exhibits: Exhibit[], keep: KeepEvidence | undefined): Promise<Kept> {
  if (!keep) return {};
  const evidence: Evidence[] = [];
  const lostEvidence: LostEvidence[] = [];
  for (const exhibit of exhibits) {
    const { kind, bytes } = exhibit;
    const isTooLarge = bytes.length > evidenceKinds[kind].bytesMax;
    const id = isTooLarge ? undefined : await keep(exhibit).catch(() => undefined);
    if (id !== undefined) evidence.push({ kind, id });
    else lostEvidence.push({ kind, reason: isTooLarge ? 'too-large' : 'not-stored' });
  }
  return {
    ...(evidence.length > 0 && { evidence }),
    ...(lostEvidence.length > 0 && { lostEvidence }),
  };
}
