import type { SuiteSummary } from '@parley/contract';

export interface SuiteDialogProps {
  suite: SuiteSummary;
  onClose: () => void;
  /** Called after the suite was deleted, for a page that has nothing to show any longer. */
  onDeleted?: () => void;
}
