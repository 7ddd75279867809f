import type { SuiteSummary } from '@parley/contract';
import type { SuiteDialogKind } from './suite-dialogs.tsx';

export interface SuiteViewProps {
  suites: SuiteSummary[];
  /** Current time in milliseconds, for relative times. */
  now: number;
  onDialog: (kind: SuiteDialogKind, suite: SuiteSummary) => void;
}
