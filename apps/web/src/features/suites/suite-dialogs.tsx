import type { SuiteSummary } from '@parley/contract';
import { type ComponentType, Suspense } from 'react';
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

/** Dialog for the schedule of a suite. The feature `monitoring` implements it, and the route connects the two. */
export type ScheduleDialog = ComponentType<SuiteDialogProps>;

interface SuiteDialogsProps extends Omit<SuiteDialogProps, 'suite'> {
  open: OpenSuiteDialog | null;
  ScheduleDialog: ScheduleDialog;
}

/** The open dialog of a suite's menu. */
export function SuiteDialogs({ open, ScheduleDialog, ...rest }: SuiteDialogsProps) {
  if (!open) return null;
  const props = { ...rest, suite: open.suite };
  switch (open.kind) {
    case 'rename':
      return <RenameSuiteDialog {...props} />;
    case 'details':
      return <SuiteDetailsDialog {...props} />;
    case 'schedule':
      return (
        <Suspense>
          <ScheduleDialog {...props} />
        </Suspense>
      );
    case 'delete':
      return <DeleteSuiteDialog {...props} />;
    case 'move':
    case 'clone-into':
      return <ProjectPickerDialog {...props} kind={open.kind} />;
  }
}
