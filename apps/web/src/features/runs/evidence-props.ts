import type { EvidenceKind } from '@parley/suite';
import type { EvidenceHolder } from './runs.queries.ts';

export interface EvidenceProps {
  holder: EvidenceHolder;
  id: string;
  /** What the evidence shows, for instance "Step 2: recording". */
  name: string;
  kind: EvidenceKind;
}
