import { evidenceNoun } from './evidence/look-up-kind.ts';
import type { LostEvidence } from './run-event.ts';

export const lostEvidenceInWords = ({ kind, reason }: LostEvidence): string =>
  reason === 'too-large'
    ? `The ${evidenceNoun(kind)} is too large to be kept.`
    : `The ${evidenceNoun(kind)} could not be stored.`;
