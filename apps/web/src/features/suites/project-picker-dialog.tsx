import { type FormEvent, useEffect, useState } from 'react';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { projectOptions } from '#/features/projects/project-tree.ts';
import { ProjectsFailure } from '#/features/projects/projects-failure.tsx';
import { messageOr } from '#/lib/message-or.ts';
import { type OrganizationScope, useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#/ui/dialog.tsx';
import { Select } from '#/ui/select.tsx';
import { toast } from '#/ui/toast.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import type { SuiteDialogProps } from './suite-dialog-props.ts';
import { useSuiteList } from './suite-list.store.ts';
import { cloneSuite } from './suites.queries.ts';

interface ProjectPickerDialogProps extends SuiteDialogProps {
  kind: 'move' | 'clone-into';
}

const texts = {
  move: { title: 'Move test suite', submit: 'Move', done: 'moved to' },
  'clone-into': { title: 'Clone test suite', submit: 'Clone', done: 'cloned into' },
};

export function ProjectPickerDialog({ suite, kind, onClose }: ProjectPickerDialogProps) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  const others = projectOptions(projects ?? []).filter(({ value }) => value !== suite.projectId);
  const text = texts[kind];

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (projectId === null) return setError('Choose a project');
    setIsBusy(true);
    const failure = await carryOut[kind](scope, suite.id, projectId);
    setIsBusy(false);
    setError(failure);
    if (failure) return;
    const name = others.find(({ value }) => value === projectId)?.label;
    toast({ variant: 'success', title: `“${suite.name}” was ${text.done} ${name}` });
    done();
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={text.title}
      description={suite.name}
    >
      <form className="contents" onSubmit={(event) => void submit(event)} noValidate>
        <DialogBody>
          <ProjectsFailure />
          <Select
            label="Project"
            placeholder={projects && others.length === 0 ? 'No other projects' : 'Choose a project'}
            options={others}
            value={projectId}
            onChange={setProjectId}
            isDisabled={others.length === 0}
            error={error}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isBusy}>
            {text.submit}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

/** Each resolves to what went wrong, if anything. */
const carryOut = {
  async move(scope: OrganizationScope, suiteId: string, projectId: string) {
    const { moveSuite } = useSuiteList.getState();
    if (await moveSuite(scope, suiteId, projectId)) return undefined;
    return useSuiteList.getState().error ?? undefined;
  },
  async 'clone-into'(scope: OrganizationScope, suiteId: string, projectId: string) {
    try {
      await cloneSuite(scope, suiteId, projectId);
      return undefined;
    } catch (error) {
      return messageOr(error, 'Failed to clone test suite');
    }
  },
};
