import type { Evidence, LostEvidence } from './run-event.ts';

const names: Record<Evidence['kind'], string> = {
  screenshot: 'screenshot',
  trace: 'trace',
  log: 'log',
  traffic: 'traffic',
  audio: 'recording',
};

export const lostEvidenceInWords = ({ kind, reason }: LostEvidence): string =>
  reason === 'too-large'
    ? `The ${names[kind]} is too large to be kept.`
    : `The ${names[kind]} could not be stored.`;
