import type { SuiteStanding } from '@parley/contract';
import { useEffect, useState } from 'react';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { projectOptions } from '#/features/projects/project-tree.ts';
import { ProjectsFailure } from '#/features/projects/projects-failure.tsx';
import { countOf } from '#/lib/format-number.ts';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { Select } from '#/ui/select.tsx';

interface MoveSuitesDialogProps {
  suites: SuiteStanding[];
  onMove: (projectId: string, projectName: string) => void;
  onClose: () => void;
}

/** Asks for the project to move the suites to. A project that already contains all of them is not offered. */
export function MoveSuitesDialog({ suites, onMove, onClose }: MoveSuitesDialogProps) {
  const scope = useScope();
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  const options = projectOptions(projects ?? []).filter(({ value }) =>
    suites.some((suite) => suite.projectId !== value),
  );
  const chosen = options.find(({ value }) => value === projectId);
  return (
    <FormDialog
      title={`Move ${countOf(suites.length, 'test suite')}`}
      submitLabel="Move"
      isBusy={false}
      isDirty={projectId !== null}
      onSubmit={() => (chosen ? onMove(chosen.value, chosen.label) : setIsMissing(true))}
      onClose={onClose}
    >
      <ProjectsFailure />
      <Select
        label="Project"
        placeholder={projects && options.length === 0 ? 'No other projects' : 'Choose a project'}
        options={options}
        value={projectId}
        onChange={setProjectId}
        isDisabled={options.length === 0}
        error={isMissing && !chosen && 'Choose a project'}
      />
    </FormDialog>
  );
}
