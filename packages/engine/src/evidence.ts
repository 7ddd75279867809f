import type { Exhibit } from '@parley/egress';
import { type Evidence, evidenceKinds, type LostEvidence } from '@parley/suite';
import type { Mask } from './channels/mask.ts';

/** Stores an exhibit with the run, and returns its id. */
export type KeepEvidence = (exhibit: Exhibit) => Promise<string>;

/** Thrown when evidence is withheld because secrets could not be masked in it. */
class WithheldError extends Error {}

/** Masks secrets in evidence, in the way that its kind requires. */
export const keepMasked =
  (keep: KeepEvidence, mask: Mask, areSent: boolean): KeepEvidence =>
  ({ kind, bytes }) => {
    const { masked } = evidenceKinds[kind];
    if (masked === 'nothing') return keep({ kind, bytes });
    if (masked !== 'not kept with secrets')
      return keep({ kind, bytes: Buffer.from(mask.inText(String(bytes))) });
    return areSent ? Promise.reject(new WithheldError(kind)) : keep({ kind, bytes });
  };

/** Evidence fields of an event; an empty list is left out. */
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
    if (isTooLarge) {
      lostEvidence.push({ kind, reason: 'too-large' });
      continue;
    }
    try {
      evidence.push({ kind, id: await keep(exhibit) });
    } catch (error) {
      const reason = error instanceof WithheldError ? 'secrets' : 'not-stored';
      lostEvidence.push({ kind, reason });
    }
  }
  return {
    ...(evidence.length > 0 && { evidence }),
    ...(lostEvidence.length > 0 && { lostEvidence }),
  };
}
