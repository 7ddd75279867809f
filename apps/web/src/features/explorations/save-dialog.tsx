import type { StoredExploration } from '@parley/contract';
import {
  type Exploration,
  nameOfPath,
  type PathStep,
  pathToTest,
  type Strictness,
} from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
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
import { SuiteInvalidError, saveTests, testsOfMap } from './save-exploration.ts';

export type SaveSource = { kind: 'map' } | { kind: 'path'; steps: PathStep[] };

interface SaveDraft {
  choice: 'existing' | 'new';
  /** Name of the test that the path becomes. */
  name: string;
  suiteId: string | null;
  projectId: string | null;
  suiteName: string;
  strictness: Strictness;
}

interface SaveDialogProps {
  stored: StoredExploration;
  exploration: Exploration;
  /** One path as a test, or all of them. */
  source: SaveSource;
  onClose: () => void;
}

const strictnesses: { value: Strictness; label: string; description: string }[] = [
  {
    value: 'contains',
    label: 'The same words',
    description: 'Each reply contains the same text.',
  },
  { value: 'fuzzy', label: 'Similar words', description: 'Small changes in wording pass.' },
  { value: 'nothing', label: 'Any reply', description: 'Add expectations later.' },
];

/** Chooses the suite of a saved test, and how closely the bot has to repeat its replies. */
export function SaveDialog({ stored, exploration, source, onClose }: SaveDialogProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const suites = useQuery(suitesOfPlatformQuery(scope, stored.configuration.platform ?? 'webchat'));
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  const isPath = source.kind === 'path';
  const { draft, change, isDirty } = useDraft<SaveDraft>(() => ({
    choice: isPath ? 'existing' : 'new',
    name: isPath ? nameOfPath(source.steps) : '',
    suiteId: stored.suiteId,
    projectId: null,
    suiteName: stored.name,
    strictness: 'contains',
  }));
  const { name, strictness } = draft;
  const target = suites.data?.length === 0 ? 'new' : draft.choice;
  const place = {
    suiteId: idAmong(suites.data, draft.suiteId),
    projectId: draft.projectId ?? projects?.[0]?.id ?? null,
    suiteName: draft.suiteName.trim(),
  };
  const tests = isPath
    ? [pathToTest(name.trim(), source.steps, strictness)]
    : testsOfMap(exploration, strictness);
  const [mistake, setMistake] = useState<string>();
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
  const open = (testSuiteId: string) =>
    void navigate({ to: '/test-suite/$testSuiteId', params: { testSuiteId } });

  function submit() {
    const to = target === 'existing' ? existingPlace(place) : newPlace(place);
    const found = isPath && name.trim() === '' ? 'Enter a name for the test.' : to;
    setMistake(typeof found === 'string' ? found : undefined);
    if (typeof found === 'string') save.reset();
    else void save.start(found);
  }

  return (
    <FormDialog
      title={isPath ? 'Save as test' : 'Save as suite'}
      description={
        isPath
          ? 'The test sends the same messages and expects the same replies.'
          : `${tests.length === 1 ? 'One test' : `${tests.length} tests`}: one for each path.`
      }
      problem={mistake ?? save.problem}
      submitLabel="Save"
      isBusy={save.isPending}
      isDirty={isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      {isPath && (
        <TextField
          label="Test name"
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={({ target }) => change({ name: target.value })}
        />
      )}
      {suites.data?.length !== 0 && (
        <SegmentedControl
          label="Save to"
          value={target}
          onChange={(choice) => change({ choice })}
          segments={[
            { value: 'existing', label: 'Existing suite' },
            { value: 'new', label: 'New suite' },
          ]}
          className="self-start"
        />
      )}
      {target === 'existing' ? (
        <Select
          label="Test suite"
          placeholder={suites.data ? 'Choose a test suite' : 'Loading…'}
          options={(suites.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={place.suiteId}
          onChange={(suiteId) => change({ suiteId })}
          isDisabled={!suites.data}
          error={suites.isError && 'Failed to load the test suites'}
        />
      ) : (
        <NewSuiteFields draft={draft} projectId={place.projectId} onChange={change} />
      )}
      <Select
        label="Expected"
        options={strictnesses}
        value={strictness}
        onChange={(next) => change({ strictness: next })}
      />
    </FormDialog>
  );
}

interface NewSuiteFieldsProps {
  draft: SaveDraft;
  projectId: string | null;
  onChange: (part: Partial<SaveDraft>) => void;
}

function NewSuiteFields({ draft, projectId, onChange }: NewSuiteFieldsProps) {
  const { orgId } = useScope();
  const projects = useProjectStore((state) => state.projects[orgId]);
  return (
    <>
      <TextField
        label="Test suite name"
        autoComplete="off"
        maxLength={120}
        value={draft.suiteName}
        onChange={({ target }) => onChange({ suiteName: target.value })}
      />
      <ProjectsFailure />
      <Select
        label="Project"
        placeholder="Choose a project"
        options={projectOptions(projects ?? [])}
        value={projectId}
        onChange={(chosen) => onChange({ projectId: chosen })}
        isDisabled={!projects || projects.length === 0}
      />
    </>
  );
}

interface SavePlace {
  suiteId: string | null;
  projectId: string | null;
  suiteName: string;
}

type SaveTarget = Parameters<typeof saveTests>[3];

/** @returns the destination, or what is missing */
function existingPlace({ suiteId }: SavePlace): SaveTarget | string {
  return suiteId === null ? 'Choose a test suite.' : { kind: 'existing', suiteId };
}

/** @returns the destination, or what is missing */
function newPlace({ projectId, suiteName }: SavePlace): SaveTarget | string {
  if (suiteName === '') return 'Enter a name for the test suite.';
  if (projectId === null) return 'Create a project for the test suite first.';
  return { kind: 'new', projectId, name: suiteName };
}

function wordsOf(error: unknown): string {
  if (error instanceof SuiteInvalidError) {
    return 'This test suite has errors. Fix them in the editor first.';
  }
  return messageOr(error, 'Failed to save. Please try again.');
}
