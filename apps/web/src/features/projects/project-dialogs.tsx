import type { Project } from '@parley/contract';
import { useState } from 'react';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { ProjectDialog } from './project-dialog.tsx';

export type ProjectAction =
  | { kind: 'create'; parent?: Project }
  | { kind: 'edit'; project: Project }
  | { kind: 'delete'; project: Project };

interface ProjectDialogsProps {
  /** Null while none is open. */
  action: ProjectAction | null;
  onClose: () => void;
  /** After a project was deleted, for a page that can no longer show it. */
  onDeleted?: () => void;
}

/** The dialogs around projects, one at a time. */
export function ProjectDialogs({ action, onClose, onDeleted }: ProjectDialogsProps) {
  const [lastAction, setLastAction] = useState(action);
  // Closing takes a moment, during which the dialog still needs its content.
  if (action && action !== lastAction) setLastAction(action);
  if (!lastAction) return null;
  const isOpen = action !== null;
  if (lastAction.kind === 'delete') {
    const { project } = lastAction;
    return <DeleteProjectDialog {...{ project, isOpen, onClose, onDeleted }} />;
  }
  const subject = lastAction.kind === 'edit' ? lastAction.project.id : lastAction.parent?.id;
  return (
    <ProjectDialog
      key={`${lastAction.kind} ${subject} ${isOpen}`}
      action={lastAction}
      isOpen={isOpen}
      onClose={onClose}
    />
  );
}
