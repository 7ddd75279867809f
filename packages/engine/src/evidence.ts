import type { Exhibit } from '@parley/egress';
import { type Evidence, evidenceKinds, type LostEvidence } from '@parley/suite';

/** Puts an exhibit where it stays with the run, and says under which id. */
export type KeepEvidence = (exhibit: Exhibit) => Promise<string>;

/** As it stands in an event: without what there is none of. */
export interface Kept {
  evidence?: Evidence[];
  lostEvidence?: LostEvidence[];
}

/** Keeps what can be kept, and says what could not: a test never fails because its evidence has no place. */
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
