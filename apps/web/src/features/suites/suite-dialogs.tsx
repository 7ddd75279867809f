import type { SuiteSummary } from '@parley/contract';
import { ScheduleDialog } from '#/features/monitoring/schedule-dialog.tsx';
import { DeleteSuiteDialog } from './delete-suite-dialog.tsx';
import { ProjectPickerDialog } from './project-picker-dialog.tsx';
import { RenameSuiteDialog } from './rename-suite-dialog.tsx';
import { SuiteDetailsDialog } from './suite-details-dialog.tsx';
import type { SuiteDialogProps } from './suite-dialog-props.ts';

export type SuiteDialogKind = 'rename' | 'details' | 'clone-into' | 'move' | 'schedule' | 'delete';

export interface OpenSuiteDialog {
  kind: SuiteDialogKind;
  suite: SuiteSummary;
}

interface SuiteDialogsProps extends Omit<SuiteDialogProps, 'suite'> {
  open: OpenSuiteDialog | null;
}

/** The dialog that the menu of a suite asked for. */
export function SuiteDialogs({ open, ...rest }: SuiteDialogsProps) {
  if (!open) return null;
  const props = { ...rest, suite: open.suite };
  switch (open.kind) {
    case 'rename':
      return <RenameSuiteDialog {...props} />;
    case 'details':
      return <SuiteDetailsDialog {...props} />;
    case 'schedule':
      return <ScheduleDialog {...props} />;
    case 'delete':
      return <DeleteSuiteDialog {...props} />;
    case 'move':
    case 'clone-into':
      return <ProjectPickerDialog {...props} kind={open.kind} />;
  }
}
