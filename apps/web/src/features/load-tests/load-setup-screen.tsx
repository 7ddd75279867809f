import type { LoadTarget, LoadTest, StoredSuite } from '@parley/contract';
import { parseSuite } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { EnvironmentSelect } from '#/features/environments/environment-select.tsx';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { projectOptions } from '#/features/projects/project-tree.ts';
import { ProjectsFailure } from '#/features/projects/projects-failure.tsx';
import { suiteQuery, suitesOfProjectQuery } from '#/features/suites/suites.queries.ts';
import { ApiRequestError, isUnknown } from '#/lib/api.ts';
import { idAmong } from '#/lib/id-among.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Card } from '#/ui/card.tsx';
import { Loaded, type LoadedQuery } from '#/ui/loaded.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { draftOf, newDraft } from './load-draft.ts';
import { LoadSetupForm } from './load-setup-form.tsx';
import { loadTargetQuery, loadTestQuery } from './load-tests.queries.ts';

interface LoadSetupPlace {
  projectId?: string | undefined;
  suiteId?: string | undefined;
  /** Id of the load test to repeat. */
  like?: string | undefined;
}

interface LoadSetupScreenProps {
  place: LoadSetupPlace;
  onPlaceChange: (place: LoadSetupPlace) => void;
}

/** Selects the test suite and the load. The suite comes first, because it determines the target. */
export function LoadSetupScreen({ place, onPlaceChange }: LoadSetupScreenProps) {
  const scope = useScope();
  const repeated = useRepeated(place.like);
  const suiteId = place.suiteId ?? repeated.data?.suiteId ?? undefined;
  const [chosen, setChosen] = useState<{ suiteId: string; environment: string }>();
  const last = repeated.data?.suiteId === suiteId ? repeated.data?.environment : null;
  const environment = (chosen?.suiteId === suiteId ? chosen?.environment : last) ?? '';
  const enabled = suiteId !== undefined;
  const suite = useQuery({ ...suiteQuery(scope, suiteId ?? ''), enabled });
  const target = useQuery({
    ...loadTargetQuery(scope, suiteId ?? '', environment),
    enabled,
    retry: false,
  });
  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="New load test"
        description="Run your existing tests with many virtual users at once."
      />
      <Card title="Test suite">
        <SuiteChoice
          place={{ projectId: place.projectId ?? suite.data?.projectId, suiteId }}
          onChange={onPlaceChange}
        >
          {suite.data && (
            <EnvironmentSelect
              projectId={suite.data.projectId}
              value={environment}
              onChange={(name) => setChosen({ suiteId: suite.data.id, environment: name })}
              hint="Gives values to the suite, such as the bot’s address. The target is the resulting host."
            />
          )}
        </SuiteChoice>
      </Card>
      <Loaded query={repeated} what="the load test to repeat" skeleton={formSkeleton}>
        {(like) => (
          <>
            {place.like !== undefined && like === null && (
              <Alert tone="warning" title="The load test to repeat was deleted">
                Choose a test suite and set up a new load test.
              </Alert>
            )}
            {suiteId !== undefined && (
              <Loaded
                query={suite}
                what="the test suite"
                skeleton={formSkeleton}
                unknown={<UnknownSuite />}
              >
                {(loaded) => (
                  <Setup
                    key={loaded.id}
                    suite={loaded}
                    environment={environment}
                    target={target}
                    like={like}
                  />
                )}
              </Loaded>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

const formSkeleton = <Skeleton className="h-96 rounded-lg" />;

/** Loads the load test to repeat; null if there is none or it was deleted. */
function useRepeated(loadTestId: string | undefined): LoadedQuery<LoadTest | null> {
  const query = loadTestQuery(useScope(), loadTestId ?? '');
  const repeated = useQuery({ ...query, enabled: loadTestId !== undefined });
  const isNone = loadTestId === undefined || isUnknown(repeated.error);
  return isNone ? { ...repeated, data: null } : repeated;
}

function UnknownSuite() {
  return (
    <Alert tone="danger" title="This test suite does not exist">
      It was deleted or belongs to another organization. Choose another test suite.
    </Alert>
  );
}

interface SetupProps {
  suite: StoredSuite;
  environment: string;
  target: LoadedQuery<LoadTarget>;
  /** The load test to repeat; null if there is none. */
  like: LoadTest | null;
}

/** The setup form of a suite, when its target is loaded. */
function Setup({ suite, environment, target, like }: SetupProps) {
  if (!target.data && isOfSuite(target.error))
    return (
      <Alert tone="danger" title={messageOr(target.error, 'This test suite cannot be run')}>
        {hintOf(target.error) ?? 'Open the test suite and fix it, then come back.'}
      </Alert>
    );
  return (
    <Loaded query={target} what="the target" skeleton={formSkeleton}>
      {(loaded) => (
        <LoadSetupForm
          suite={suite}
          environment={environment}
          tests={testNames(suite.source)}
          target={loaded}
          initial={like ? draftOf(like) : { ...newDraft, name: suite.name }}
          initialTests={like?.tests ?? undefined}
        />
      )}
    </Loaded>
  );
}

const suiteErrors = new Set<string | undefined>(['suite_invalid', 'suite_not_runnable']);

/** @returns true if the suite caused the error, so that it must be fixed and a retry would not help */
function isOfSuite(error: Error | null): boolean {
  return error instanceof ApiRequestError && suiteErrors.has(error.code);
}

/** The server's hint on how to fix a suite that cannot be run. */
const hintOf = (error: Error | null) =>
  error instanceof ApiRequestError && error.code === 'suite_not_runnable' ? error.hint : undefined;

function testNames(source: string): string[] {
  const { suite } = parseSuite(source);
  return suite.tests.filter(({ mode }) => mode !== 'skip').map(({ name }) => name);
}

interface SuiteChoiceProps {
  place: LoadSetupPlace;
  onChange: (place: LoadSetupPlace) => void;
  children: ReactNode;
}

function SuiteChoice({ place, onChange, children }: SuiteChoiceProps) {
  const scope = useScope();
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  const { data: suites, isError } = useQuery({
    ...suitesOfProjectQuery(scope, place.projectId ?? ''),
    enabled: place.projectId !== undefined,
  });
  useEffect(() => void useProjectStore.getState().fetchProjects(scope), [scope]);
  const options = (items: readonly { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }));
  const webchat = suites?.filter(({ platform }) => platform === 'webchat');
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      <div className="empty:hidden sm:col-span-2">
        <ProjectsFailure />
      </div>
      <Select
        label="Project"
        placeholder="Choose a project"
        options={projectOptions(projects ?? [])}
        value={idAmong(projects, place.projectId)}
        onChange={(projectId) => onChange({ projectId })}
      />
      <Select
        label="Test suite"
        placeholder={place.projectId ? 'Choose a test suite' : 'Choose a project first'}
        options={options(webchat)}
        value={idAmong(webchat, place.suiteId)}
        isDisabled={!place.projectId}
        error={isError && 'Failed to load the test suites'}
        hint={webchat?.length === 0 ? 'This project has no webchat suites.' : undefined}
        onChange={(suiteId) => onChange({ projectId: place.projectId, suiteId })}
      />
      {children}
    </div>
  );
}
