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
  /** Null while no dialog is open. */
  action: ProjectAction | null;
  onClose: () => void;
  /** Called after a project was deleted, so that its page can close. */
  onDeleted?: () => void;
}

/** Dialogs for projects. At most one is open. */
export function ProjectDialogs({ action, onClose, onDeleted }: ProjectDialogsProps) {
  const [lastAction, setLastAction] = useState(action);
  // While a dialog closes, it still needs its content.
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
