import { parseSuite } from '@parley/suite';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProjectStore } from '#/features/projects/project-store.ts';
import { projectOptions } from '#/features/projects/project-tree.ts';
import { ProjectsFailure } from '#/features/projects/projects-failure.tsx';
import { suiteQuery, suitesOfProjectQuery } from '#/features/suites/suites.queries.ts';
import { ApiRequestError } from '#/lib/api.ts';
import { idAmong } from '#/lib/id-among.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Card } from '#/ui/card.tsx';
import { PageHeader } from '#/ui/page-header.tsx';
import { RetryAlert } from '#/ui/retry-alert.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { draftOf, newDraft } from './load-draft.ts';
import { LoadSetupForm } from './load-setup-form.tsx';
import { loadTargetQuery, loadTestQuery } from './load-tests.queries.ts';

interface LoadSetupPlace {
  projectId?: string | undefined;
  suiteId?: string | undefined;
  /** The load test to repeat. */
  like?: string | undefined;
}

interface LoadSetupScreenProps {
  place: LoadSetupPlace;
  onPlaceChange: (place: LoadSetupPlace) => void;
}

/**
 * Chooses the suite and the number of users. The suite comes first, because it determines the
 * target.
 */
export function LoadSetupScreen({ place, onPlaceChange }: LoadSetupScreenProps) {
  const scope = useScope();
  const like = useQuery({
    ...loadTestQuery(scope, place.like ?? ''),
    enabled: place.like !== undefined,
  });
  const suiteId = place.suiteId ?? like.data?.suiteId ?? undefined;
  const suite = useQuery({ ...suiteQuery(scope, suiteId ?? ''), enabled: suiteId !== undefined });
  const target = useQuery({
    ...loadTargetQuery(scope, suiteId ?? ''),
    enabled: suiteId !== undefined,
    retry: false,
  });
  const isLikeKnown = place.like === undefined || !like.isPending;
  const tests = suite.data && testNames(suite.data.source);
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
        />
      </Card>
      {suiteId && (suite.isPending || target.isPending || !isLikeKnown) && (
        <Skeleton className="h-96 rounded-lg" />
      )}
      {suite.error && (
        <RetryAlert
          what="the test suite"
          error={suite.error}
          onRetry={() => void suite.refetch()}
        />
      )}
      {!suite.error && target.error && (
        <TargetFailure error={target.error} onRetry={() => void target.refetch()} />
      )}
      {suite.data && target.data && tests && isLikeKnown && (
        <LoadSetupForm
          key={suite.data.id}
          suite={suite.data}
          tests={tests}
          target={target.data}
          initial={like.data ? draftOf(like.data) : { ...newDraft, name: suite.data.name }}
          initialTests={like.data?.tests ?? undefined}
        />
      )}
    </div>
  );
}

const suiteErrors = new Set<string | undefined>(['suite_invalid', 'suite_not_runnable']);

/** A suite that cannot be run must be fixed; all other errors may be temporary. */
function TargetFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isOfSuite = error instanceof ApiRequestError && suiteErrors.has(error.code);
  if (!isOfSuite) return <RetryAlert what="the target" error={error} onRetry={onRetry} />;
  return (
    <Alert tone="danger" title={messageOr(error, 'This test suite cannot be run')}>
      Open the test suite and fix it, then come back.
    </Alert>
  );
}

function testNames(source: string): string[] {
  const { suite } = parseSuite(source);
  return suite.tests.filter(({ mode }) => mode !== 'skip').map(({ name }) => name);
}

interface SuiteChoiceProps {
  place: LoadSetupPlace;
  onChange: (place: LoadSetupPlace) => void;
}

function SuiteChoice({ place, onChange }: SuiteChoiceProps) {
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
    </div>
  );
}
