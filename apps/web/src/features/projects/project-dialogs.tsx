import { Suspense, useState } from 'react';
import { lazyPart } from '#/ui/lazy-part.ts';
import type { ProjectAction } from './project-action.ts';

const ProjectDialog = lazyPart(async () => (await import('./project-dialog.tsx')).ProjectDialog);
const DeleteProjectDialog = lazyPart(
  async () => (await import('./delete-project-dialog.tsx')).DeleteProjectDialog,
);

const RemoveExampleDialog = lazyPart(
  async () => (await import('./remove-example-dialog.tsx')).RemoveExampleDialog,
);

interface ProjectDialogsProps {
  /** Null if none is open. */
  action: ProjectAction | null;
  onClose: () => void;
  /** Called after a project is deleted, for pages that can no longer show it. */
  onDeleted?: () => void;
}

/** Dialogs for projects, one open at a time. */
export function ProjectDialogs({ action, onClose, onDeleted }: ProjectDialogsProps) {
  const [lastAction, setLastAction] = useState(action);
  // Closing takes a moment, during which the dialog still needs its content.
  if (action && action !== lastAction) setLastAction(action);
  if (!lastAction) return null;
  const isOpen = action !== null;
  if (lastAction.kind === 'delete') {
    const { project } = lastAction;
    return (
      <Suspense>
        <DeleteProjectDialog
          key={`${project.id} ${isOpen}`}
          {...{ project, isOpen, onClose, onDeleted }}
        />
      </Suspense>
    );
  }
  if (lastAction.kind === 'remove-example')
    return (
      <Suspense>
        <RemoveExampleDialog {...{ isOpen, onClose }} onRemoved={onDeleted} />
      </Suspense>
    );
  const subject = lastAction.kind === 'edit' ? lastAction.project.id : lastAction.parent?.id;
  return (
    <Suspense>
      <ProjectDialog
        key={`${lastAction.kind} ${subject} ${isOpen}`}
        action={lastAction}
        isOpen={isOpen}
        onClose={onClose}
      />
    </Suspense>
  );
}
