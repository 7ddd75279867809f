import type { SuiteSummary } from '@parley/contract';

export interface SuiteDialogProps {
  suite: SuiteSummary;
  onClose: () => void;
  /** Called after the suite was deleted, so that its page can close. */
  onDeleted?: () => void;
}
