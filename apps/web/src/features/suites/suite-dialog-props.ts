import type { SuiteSummary } from '@parley/contract';

export interface SuiteDialogProps {
  suite: SuiteSummary;
  onClose: () => void;
  /** After the suite was deleted, for a page that has nothing to show any more. */
  onDeleted?: () => void;
}
