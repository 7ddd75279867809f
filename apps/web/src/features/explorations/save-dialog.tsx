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
import { toast } from '#/ui/toast.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { SuiteInvalidError, saveTests, testsOfMap } from './save-exploration.ts';

export type SaveSource = { kind: 'map' } | { kind: 'path'; steps: PathStep[] };

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
  const done = useWhileShown(onClose);
  const navigate = useNavigate();
  const suites = useQuery(suitesOfPlatformQuery(scope, stored.configuration.platform ?? 'webchat'));
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  const isPath = source.kind === 'path';
  const [choice, setChoice] = useState<'existing' | 'new'>(isPath ? 'existing' : 'new');
  const target = suites.data?.length === 0 ? 'new' : choice;
  const [name, setName] = useState(isPath ? nameOfPath(source.steps) : '');
  const [chosenId, setChosenId] = useState<string | null>(stored.suiteId);
  const suiteId = idAmong(suites.data, chosenId);
  const [projectId, setProjectId] = useState<string | null>(null);
  const [suiteName, setSuiteName] = useState(stored.name);
  const [strictness, setStrictness] = useState<Strictness>('contains');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const tests = isPath
    ? [pathToTest(name.trim(), source.steps, strictness)]
    : testsOfMap(exploration, strictness);
  const project = projectId ?? projects?.[0]?.id ?? null;

  function problemOfInput(): string | undefined {
    if (isPath && name.trim() === '') return 'Enter a name for the test.';
    if (target === 'existing') return suiteId === null ? 'Choose a test suite.' : undefined;
    if (suiteName.trim() === '') return 'Enter a name for the test suite.';
    return project === null ? 'Create a project for the test suite first.' : undefined;
  }

  async function submit() {
    const wrong = problemOfInput();
    setProblem(wrong);
    if (wrong) return;
    setIsBusy(true);
    try {
      const saved = await saveTests(
        scope,
        stored,
        tests,
        target === 'existing'
          ? { kind: 'existing', suiteId: suiteId ?? '' }
          : { kind: 'new', projectId: project ?? '', name: suiteName.trim() },
      );
      done();
      toast({
        variant: 'success',
        title: tests.length === 1 ? 'Test saved' : `${tests.length} tests saved`,
        description: `In the test suite “${saved.suiteName}”.`,
        action: {
          label: 'Open suite',
          onPress: () =>
            void navigate({
              to: '/test-suite/$testSuiteId',
              params: { testSuiteId: saved.suiteId },
            }),
        },
      });
    } catch (error) {
      setProblem(wordsOf(error));
      setIsBusy(false);
    }
  }

  return (
    <FormDialog
      title={isPath ? 'Save as test' : 'Save as suite'}
      description={
        isPath
          ? 'The test sends the same messages and expects the same replies.'
          : `${tests.length === 1 ? 'One test' : `${tests.length} tests`}: one for each path.`
      }
      problem={problem}
      submitLabel="Save"
      isBusy={isBusy}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {isPath && (
        <TextField
          label="Test name"
          autoComplete="off"
          maxLength={120}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      {suites.data?.length !== 0 && (
        <SegmentedControl
          label="Save to"
          value={target}
          onChange={setChoice}
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
          value={suiteId}
          onChange={setChosenId}
          isDisabled={!suites.data}
          error={suites.isError && 'Failed to load the test suites'}
        />
      ) : (
        <>
          <TextField
            label="Test suite name"
            autoComplete="off"
            maxLength={120}
            value={suiteName}
            onChange={({ target }) => setSuiteName(target.value)}
          />
          <ProjectsFailure />
          <Select
            label="Project"
            placeholder="Choose a project"
            options={projectOptions(projects ?? [])}
            value={project}
            onChange={setProjectId}
            isDisabled={!projects || projects.length === 0}
          />
        </>
      )}
      <Select label="Expected" options={strictnesses} value={strictness} onChange={setStrictness} />
    </FormDialog>
  );
}

function wordsOf(error: unknown): string {
  if (error instanceof SuiteInvalidError) {
    return 'This test suite has errors. Fix them in the editor first.';
  }
  return messageOr(error, 'Failed to save. Please try again.');
}
