import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useDebounced } from '#/ui/use-debounced.ts';
import { useDraft } from '#/ui/use-draft.ts';
import { createProject, storeFailure, updateProject } from './change-project.ts';
import { prepareProjectPage } from './open-project.ts';
import type { ProjectAction } from './project-action.ts';
import { useProjectStore } from './project-store.ts';
import { fetchProject, validateNameQuery } from './projects.queries.ts';

const nameLengthMax = 120;
const descriptionLengthMax = 2000;
const nameCheckDelayMs = 300;

/** Value of the option for no parent. Ids are longer. */
const topLevel = 'top';

interface ProjectDialogProps {
  action: Exclude<ProjectAction, { kind: 'delete' | 'remove-example' }>;
  isOpen: boolean;
  onClose: () => void;
}

/** Creates and opens a project, or edits one. The server checks the name while the user is typing. */
export function ProjectDialog({ action, isOpen, onClose }: ProjectDialogProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const edited = action.kind === 'edit' ? action.project : undefined;
  const { draft, change, isDirty } = useDraft(() => ({
    name: edited?.name ?? '',
    description: edited?.description ?? '',
    parentId: parentOf(action),
  }));
  const [version, setVersion] = useState(edited?.version);
  const [theirChange, setTheirChange] = useState(false);
  const check = useNameCheck({ ...draft, excludeId: edited?.id });
  const isBlocked = draft.name.trim() === '' || check.isRefused;
  const save = useChange({
    run: () => {
      const input = { name: draft.name.trim(), description: draft.description.trim() };
      if (edited) return updateProject(scope, edited.id, { ...input, version });
      const parentProjectId = draft.parentId === topLevel ? undefined : draft.parentId;
      return createProject(scope, { ...input, parentProjectId });
    },
    failure: 'Failed to save project',
    explain: storeFailure,
    isProblemShown: true,
    onFailed: () => void lookForTheirChange(),
    onDone: (project) => {
      onClose();
      if (edited) return;
      prepareProjectPage(project);
      void navigate({ to: '/projects/$projectId', params: { projectId: project.id } });
    },
  });

  /** Detects a change that somebody else made. If the user saves again, that change is knowingly overwritten. */
  async function lookForTheirChange() {
    const theirs = edited && (await fetchProject(scope, edited.id).catch(() => null));
    if (!theirs || theirs.version === version) return;
    setVersion(theirs.version);
    setTheirChange(true);
  }

  function submit() {
    if (isBlocked) return;
    setTheirChange(false);
    void save.start();
  }

  return (
    <FormDialog
      isOpen={isOpen}
      title={edited ? 'Edit project' : 'New project'}
      problem={
        save.problem && (theirChange ? `${save.problem} Save again to replace that.` : save.problem)
      }
      submitLabel={edited ? 'Save' : 'Create project'}
      isBusy={save.isPending}
      isDirty={isDirty}
      isBlocked={isBlocked}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={draft.name}
        maxLength={nameLengthMax}
        autoComplete="off"
        placeholder="Support hotline"
        error={check.message}
        onChange={({ target }) => change({ name: target.value })}
      />
      <Textarea
        label="Description"
        hint="Optional. Describe what is tested here and who is responsible."
        rows={3}
        value={draft.description}
        maxLength={descriptionLengthMax}
        onChange={({ target }) => change({ description: target.value })}
      />
      {!edited && (
        <ParentSelect value={draft.parentId} onChange={(parentId) => change({ parentId })} />
      )}
    </FormDialog>
  );
}

interface ParentSelectProps {
  value: string;
  onChange: (parentId: string) => void;
}

function ParentSelect({ value, onChange }: ParentSelectProps) {
  const scope = useScope();
  const fetchHierarchy = useProjectStore((state) => state.fetchHierarchy);
  const latest = useProjectStore((state) => state.hierarchy[scope.orgId]);
  // While the projects are reloaded, the list does not change.
  const [projects, setProjects] = useState(latest);
  if (latest && latest !== projects) setProjects(latest);
  const isMissing = latest === undefined;
  useEffect(() => {
    if (isMissing) void fetchHierarchy(scope);
  }, [fetchHierarchy, scope, isMissing]);
  if (!projects || projects.length === 0) return null;
  // A sub-project cannot contain projects.
  const options = projects
    .filter(({ parentProjectId }) => parentProjectId === null)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label="Inside"
      options={[{ value: topLevel, label: 'No parent project' }, ...options]}
      value={value}
      onChange={onChange}
    />
  );
}

interface NameCheck {
  message: string | undefined;
  /** True if the server rejected exactly this name. A failed check does not reject a name. */
  isRefused: boolean;
}

function useNameCheck(asked: { name: string; parentId: string; excludeId?: string }): NameCheck {
  const scope = useScope();
  const name = asked.name.trim();
  const settledName = useDebounced(name, nameCheckDelayMs);
  const question = {
    name: settledName,
    parentId: asked.parentId === topLevel ? undefined : asked.parentId,
    excludeId: asked.excludeId,
  };
  const { data } = useQuery({ ...validateNameQuery(scope, question), enabled: settledName !== '' });
  const isRefused = name === settledName && name !== '' && data?.valid === false;
  return {
    isRefused,
    message: isRefused ? (data.message ?? 'This name is already in use here.') : undefined,
  };
}

function parentOf(action: ProjectDialogProps['action']): string {
  if (action.kind === 'edit') return action.project.parentProjectId ?? topLevel;
  return action.parent?.id ?? topLevel;
}
