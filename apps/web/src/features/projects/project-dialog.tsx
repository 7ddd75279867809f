import type { Project } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { outdateQueries } from '#/lib/list-cache.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#/ui/dialog.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { useDebounced } from '#/ui/use-debounced.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { prepareProjectPage } from './open-project.ts';
import type { ProjectAction } from './project-action.ts';
import { useProjectStore } from './project-store.ts';
import { fetchProject, validateNameQuery } from './projects.queries.ts';

const nameLengthMax = 120;
const descriptionLengthMax = 2000;
const nameCheckDelayMs = 300;

/** The select's value for "no parent"; ids are never that short. */
const topLevel = 'top';

interface ProjectDialogProps {
  action: Exclude<ProjectAction, { kind: 'delete' }>;
  isOpen: boolean;
  onClose: () => void;
}

/** Creates a project and opens it, or renames and describes one. The server checks the name while it is typed. */
export function ProjectDialog({ action, isOpen, onClose }: ProjectDialogProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const edited = action.kind === 'edit' ? action.project : undefined;
  const [name, setName] = useState(edited?.name ?? '');
  const [description, setDescription] = useState(edited?.description ?? '');
  const [parentId, setParentId] = useState(parentOf(action));
  const [version, setVersion] = useState(edited?.version);
  const [isSaving, setIsSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const done = useWhileShown((project: Project) => {
    onClose();
    if (edited) return;
    prepareProjectPage(project);
    void navigate({ to: '/projects/$projectId', params: { projectId: project.id } });
  });
  const check = useNameCheck({ name, parentId, excludeId: edited?.id });

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isSaving || check.isRefused || name.trim() === '') return;
    setIsSaving(true);
    setFailure(null);
    const { createProject, updateProject } = useProjectStore.getState();
    const input = { name: name.trim(), description: description.trim() };
    const project = edited
      ? await updateProject(scope, edited.id, { ...input, version })
      : await createProject(scope, {
          ...input,
          parentProjectId: parentId === topLevel ? undefined : parentId,
        });
    if (!project) await explainFailure();
    setIsSaving(false);
    if (!project) return;
    void outdateQueries(scope, 'projects');
    done(project);
  }

  /** Explains a conflict. Saving again then replaces the other change knowingly. */
  async function explainFailure() {
    const failure = useProjectStore.getState().error;
    const theirs = edited && (await fetchProject(scope, edited.id).catch(() => null));
    if (!theirs || theirs.version === version) return setFailure(failure);
    setVersion(theirs.version);
    setFailure(`${failure} Save again to replace that.`);
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={edited ? 'Edit project' : 'New project'}
    >
      <form className="contents" onSubmit={(event) => void save(event)}>
        <DialogBody>
          <TextField
            label="Name"
            value={name}
            maxLength={nameLengthMax}
            autoComplete="off"
            placeholder="Support hotline"
            error={check.message}
            onChange={(event) => setName(event.target.value)}
          />
          <Textarea
            label="Description"
            hint="Optional. Describe what is tested here and who is responsible."
            rows={3}
            value={description}
            maxLength={descriptionLengthMax}
            onChange={(event) => setDescription(event.target.value)}
          />
          {!edited && <ParentSelect value={parentId} onChange={setParentId} />}
          {failure && <Alert tone="danger">{failure}</Alert>}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            isLoading={isSaving}
            disabled={name.trim() === '' || check.isRefused}
          >
            {edited ? 'Save' : 'Create project'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
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
  // While it is read again, the list stays as it was.
  const [projects, setProjects] = useState(latest);
  if (latest && latest !== projects) setProjects(latest);
  const isMissing = latest === undefined;
  useEffect(() => {
    if (isMissing) void fetchHierarchy(scope);
  }, [fetchHierarchy, scope, isMissing]);
  if (!projects || projects.length === 0) return null;
  // Below a sub-project there is no further level.
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
  /** The server has said no to exactly this name. A check that failed refuses nothing. */
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
