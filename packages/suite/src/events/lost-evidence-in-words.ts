import { evidenceNoun } from './evidence/look-up-kind.ts';
import type { LostEvidence } from './run-event.ts';

export function lostEvidenceInWords({ kind, reason }: LostEvidence): string {
  const noun = evidenceNoun(kind);
  if (reason === 'secrets') {
    return `The ${noun} is not kept: the test uses secrets of its environment, which could not be masked in it.`;
  }
  return reason === 'too-large'
    ? `The ${noun} is too large to keep.`
    : `The ${noun} could not be stored.`;
}
