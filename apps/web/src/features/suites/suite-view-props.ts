import type { SuiteSummary } from '@parley/contract';
import type { SuiteDialogKind } from './suite-dialogs.tsx';

export interface SuiteViewProps {
  suites: SuiteSummary[];
  /** What relative times are reckoned from. */
  now: number;
  onDialog: (kind: SuiteDialogKind, suite: SuiteSummary) => void;
}
