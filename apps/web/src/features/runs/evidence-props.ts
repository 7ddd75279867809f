import type { EvidenceKind } from '@parley/suite';
import type { EvidenceHolder } from './runs.queries.ts';

export interface EvidenceProps {
  holder: EvidenceHolder;
  id: string;
  /** Its subject, for instance "Step 2: recording". */
  name: string;
  kind: EvidenceKind;
}
