import type { EvidenceKind } from '@parley/suite';
import type { AudioMark } from '#/ui/audio-marks.tsx';
import type { EvidenceHolder } from './runs.queries.ts';

export interface EvidenceProps {
  holder: EvidenceHolder;
  id: string;
  /** What the evidence shows, for instance "Step 2: recording". */
  name: string;
  kind: EvidenceKind;
  call?: CallEvidence | undefined;
}

/** What is known about the recording of a step. */
export interface CallEvidence {
  marks: readonly AudioMark[];
  /** Position that the URL names, in milliseconds. */
  atMs: number | undefined;
  onCopyLink: ((atMs: number) => void) | undefined;
}
