import { useEffect, useState } from 'react';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { projectOptions } from '#/features/projects/project-tree.ts';
import { ProjectsFailure } from '#/features/projects/projects-failure.tsx';
import { type OrganizationScope, useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { Select } from '#/ui/select.tsx';
import { useChange } from '#/ui/use-change.ts';
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
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  const others = projectOptions(projects ?? []).filter(({ value }) => value !== suite.projectId);
  const text = texts[kind];

  const carryOut = useChange({
    run: (to: string) => carryOutKind[kind](scope, suite.id, to),
    failure: 'Failed to clone test suite',
    ...(kind === 'move' && { explain: listFailure }),
    isProblemShown: true,
    done: (_, to) => {
      const name = others.find(({ value }) => value === to)?.label;
      return { title: `“${suite.name}” was ${text.done} ${name}` };
    },
    onDone: onClose,
  });

  function submit() {
    setIsMissing(projectId === null);
    if (projectId !== null) void carryOut.start(projectId);
  }

  return (
    <FormDialog
      title={text.title}
      description={suite.name}
      submitLabel={text.submit}
      isBusy={carryOut.isPending}
      isDirty={projectId !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <ProjectsFailure />
      <Select
        label="Project"
        placeholder={projects && others.length === 0 ? 'No other projects' : 'Choose a project'}
        options={others}
        value={projectId}
        onChange={setProjectId}
        isDisabled={others.length === 0}
        error={isMissing && projectId === null ? 'Choose a project' : carryOut.problem}
      />
    </FormDialog>
  );
}

const carryOutKind = {
  async move(scope: OrganizationScope, suiteId: string, projectId: string) {
    const isMoved = await useSuiteList.getState().moveSuite(scope, suiteId, projectId);
    if (!isMoved) throw new Error(listFailure().title);
  },
  async 'clone-into'(scope: OrganizationScope, suiteId: string, projectId: string) {
    await cloneSuite(scope, suiteId, projectId);
  },
};

/** Reason in the store why a suite could not be moved. */
function listFailure(): { title: string } {
  return { title: useSuiteList.getState().error ?? 'Failed to move test suite' };
}
