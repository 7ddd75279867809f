import type { SuiteSummary } from '@parley/contract';

export interface SuiteDialogProps {
  suite: SuiteSummary;
  onClose: () => void;
  /** Called after the suite is deleted, for pages that then have nothing left to show. */
  onDeleted?: () => void;
}
