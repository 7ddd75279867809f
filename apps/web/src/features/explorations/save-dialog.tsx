import type { StoredExploration } from '@parley/contract';
import { type Exploration, nameOfPath, type PathStep, pathToTest } from '@parley/suite';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { projectOptions } from '#/features/projects/project-tree.ts';
import { ProjectsFailure } from '#/features/projects/projects-failure.tsx';
import { suitesOfPlatformQuery } from '#/features/suites/suites.queries.ts';
import { idAmong } from '#/lib/id-among.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useDraft } from '#/ui/use-draft.ts';
import { readSaveDraft, type SaveDraft, type SaveMistakes } from './save-draft.ts';
import { type SaveTarget, SuiteInvalidError, saveTests, testsOfMap } from './save-exploration.ts';
import { strictnesses } from './strictnesses.ts';

export type SaveSource = { kind: 'map' } | { kind: 'path'; steps: PathStep[] };

interface SaveDialogProps {
  stored: StoredExploration;
  exploration: Exploration;
  /** A single path, or all paths of the map. */
  source: SaveSource;
  onClose: () => void;
}

/** Saves paths as tests: selects the suite, and how closely replies must match. */
export function SaveDialog(props: SaveDialogProps) {
  const { draft, change, isDirty, suites, tests, mistakes, save, submit } = useSaveForm(props);
  const isPath = props.source.kind === 'path';
  return (
    <FormDialog
      title={isPath ? 'Save as test' : 'Save as suite'}
      description={
        isPath
          ? 'The test sends the same messages and expects the same replies.'
          : `${tests.length === 1 ? 'One test' : `${tests.length} tests`}: one for each path.`
      }
      problem={save.problem}
      submitLabel="Save"
      isBusy={save.isPending}
      isDirty={isDirty}
      onSubmit={submit}
      onClose={props.onClose}
    >
      {isPath && (
        <TextField
          label="Test name"
          autoComplete="off"
          maxLength={120}
          value={draft.name}
          error={mistakes.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      )}
      <PlaceFields suites={suites} draft={draft} mistakes={mistakes} onChange={change} />
      <Select
        label="Expected"
        options={strictnesses}
        value={draft.strictness}
        onChange={(strictness) => change({ strictness })}
      />
    </FormDialog>
  );
}

/** State of the dialog, its errors, and the action that saves it. */
function useSaveForm({ stored, exploration, source, onClose }: SaveDialogProps) {
  const scope = useScope();
  const suites = useQuery(suitesOfPlatformQuery(scope, stored.configuration.platform ?? 'webchat'));
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  const isPath = source.kind === 'path';
  const form = useDraft<SaveDraft>(() => ({
    choice: isPath ? 'existing' : 'new',
    name: isPath ? nameOfPath(source.steps) : '',
    suiteId: stored.suiteId,
    projectId: null,
    suiteName: stored.name,
    strictness: 'contains',
  }));
  const draft: SaveDraft = {
    ...form.draft,
    choice: suites.data?.length === 0 ? 'new' : form.draft.choice,
    suiteId: idAmong(suites.data, form.draft.suiteId),
    projectId: form.draft.projectId ?? projects?.[0]?.id ?? null,
  };
  const tests = isPath
    ? [pathToTest(draft.name.trim(), source.steps, draft.strictness)]
    : testsOfMap(exploration, draft.strictness);
  const [mistakes, setMistakes] = useState<SaveMistakes>({});
  const open = useOpenSuite();
  const save = useChange({
    run: (to: SaveTarget) => saveTests(scope, stored, tests, to),
    failure: 'Failed to save. Please try again.',
    explain: (error) => ({ title: wordsOf(error) }),
    isProblemShown: true,
    done: (saved) => ({
      title: tests.length === 1 ? 'Test saved' : `${tests.length} tests saved`,
      description: `In the test suite “${saved.suiteName}”.`,
      action: { label: 'Open suite', onPress: () => open(saved.suiteId) },
    }),
    onDone: onClose,
  });

  function change(part: Partial<SaveDraft>) {
    form.change(part);
    setMistakes({});
  }

  function submit() {
    const read = readSaveDraft(draft, isPath);
    setMistakes('mistakes' in read ? read.mistakes : {});
    if ('target' in read) void save.start(read.target);
    else save.reset();
  }

  return { draft, change, isDirty: form.isDirty, suites, tests, mistakes, save, submit };
}

function useOpenSuite(): (testSuiteId: string) => void {
  const navigate = useNavigate();
  return (testSuiteId) =>
    void navigate({ to: '/test-suite/$testSuiteId', params: { testSuiteId } });
}

interface PlaceFieldsProps {
  suites: Pick<UseQueryResult<{ id: string; name: string }[]>, 'data' | 'isError'>;
  draft: SaveDraft;
  mistakes: SaveMistakes;
  onChange: (part: Partial<SaveDraft>) => void;
}

/** Fields for the suite that gets the tests, or for the name and project of a new suite. */
function PlaceFields({ suites, draft, mistakes, onChange }: PlaceFieldsProps) {
  return (
    <>
      {suites.data?.length !== 0 && (
        <SegmentedControl
          label="Save to"
          value={draft.choice}
          onChange={(choice) => onChange({ choice })}
          segments={[
            { value: 'existing', label: 'Existing suite' },
            { value: 'new', label: 'New suite' },
          ]}
          className="self-start"
        />
      )}
      {draft.choice === 'existing' ? (
        <Select
          label="Test suite"
          placeholder={suites.data ? 'Choose a test suite' : 'Loading…'}
          options={(suites.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.suiteId}
          onChange={(suiteId) => onChange({ suiteId })}
          isDisabled={!suites.data}
          error={suites.isError ? 'Failed to load the test suites' : mistakes.suiteId}
        />
      ) : (
        <NewSuiteFields draft={draft} mistakes={mistakes} onChange={onChange} />
      )}
    </>
  );
}

function NewSuiteFields({ draft, mistakes, onChange }: Omit<PlaceFieldsProps, 'suites'>) {
  const { orgId } = useScope();
  const projects = useProjectStore((state) => state.projects[orgId]);
  return (
    <>
      <TextField
        label="Test suite name"
        autoComplete="off"
        maxLength={120}
        value={draft.suiteName}
        error={mistakes.suiteName}
        onChange={({ target }) => onChange({ suiteName: target.value })}
      />
      <ProjectsFailure />
      <Select
        label="Project"
        placeholder="Choose a project"
        options={projectOptions(projects ?? [])}
        value={draft.projectId}
        error={mistakes.projectId}
        onChange={(chosen) => onChange({ projectId: chosen })}
        isDisabled={!projects || projects.length === 0}
      />
    </>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof SuiteInvalidError) {
    return 'This test suite has errors. Fix them in the editor first.';
  }
  return messageOr(error, 'Failed to save. Please try again.');
}
