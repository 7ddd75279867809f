import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { ProjectHeader } from '#/features/projects/project-header.tsx';
import { projectQuery } from '#/features/projects/projects.queries.ts';
import { isUnknown } from '#/lib/api.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Alert } from '#/ui/alert.tsx';
import { Button } from '#/ui/button.tsx';
import { lazyPart } from '#/ui/lazy-part.ts';
import { UnknownPage } from '#/ui/unknown-page.tsx';
import { ImportSuite } from './import-suite.tsx';
import { LoadMore } from './load-more.tsx';
import { NoSuites } from './no-suites.tsx';
import { SuiteCards } from './suite-cards.tsx';
import type { OpenSuiteDialog, ScheduleDialog } from './suite-dialogs.tsx';
import { useSuiteList } from './suite-list.store.ts';
import { SuiteListSkeleton } from './suite-list-skeleton.tsx';
import { SuiteListToolbar } from './suite-list-toolbar.tsx';

const SuiteTable = lazyPart(async () => (await import('./suite-table.tsx')).SuiteTable);
const CreateSuiteDialog = lazyPart(
  async () => (await import('./create-suite-dialog.tsx')).CreateSuiteDialog,
);
const SuiteDialogs = lazyPart(async () => (await import('./suite-dialogs.tsx')).SuiteDialogs);

interface SuiteListScreenProps {
  projectId: string;
  ScheduleDialog: ScheduleDialog;
  /** Ways to get started in an empty project, other than creating a suite. */
  firstSteps: ReactNode;
}

/** The test suites of one project. */
export function SuiteListScreen({ projectId, ScheduleDialog, firstSteps }: SuiteListScreenProps) {
  const list = useSuiteList();
  const [isCreating, setIsCreating] = useState(false);
  const [dialog, setDialog] = useState<OpenSuiteDialog | null>(null);
  const refetch = useListOf(projectId);
  const project = useQuery(projectQuery(useScope(), projectId));
  if (isUnknown(project.error))
    return <UnknownPage what="project" to="/projects" place="projects" />;
  const isFirstLoad = list.isLoading && list.items.length === 0;
  const View = list.viewMode === 'table' ? SuiteTable : SuiteCards;

  return (
    <div className="flex flex-col gap-5">
      <ProjectHeader
        projectId={projectId}
        actions={
          <>
            <ImportSuite projectId={projectId} />
            <Button
              variant="primary"
              data-tour="new-suite"
              icon={<Plus className="size-4" aria-hidden />}
              onClick={() => setIsCreating(true)}
            >
              New test suite
            </Button>
          </>
        }
      />
      <SuiteListToolbar />
      {list.error && (
        <Alert
          tone="danger"
          title={list.error}
          actions={
            <Button size="sm" onClick={refetch}>
              Try again
            </Button>
          }
        />
      )}
      {isFirstLoad && <SuiteListSkeleton viewMode={list.viewMode} />}
      {!list.isLoading && !list.error && list.items.length === 0 && (
        <NoSuites firstSteps={firstSteps} onCreate={() => setIsCreating(true)} />
      )}
      {list.items.length > 0 && (
        <div aria-busy={list.isLoading} className="aria-busy:cursor-progress">
          <Suspense fallback={<SuiteListSkeleton viewMode={list.viewMode} />}>
            <View
              suites={list.items}
              now={Date.now()}
              onDialog={(kind, suite) => setDialog({ kind, suite })}
            />
          </Suspense>
        </div>
      )}
      <LoadMore />
      <Suspense>
        {isCreating && (
          <CreateSuiteDialog projectId={projectId} onClose={() => setIsCreating(false)} />
        )}
        {dialog && (
          <SuiteDialogs {...{ open: dialog, ScheduleDialog }} onClose={() => setDialog(null)} />
        )}
      </Suspense>
    </div>
  );
}

/** Reloads the list when its parameters change. Returns a function that reloads it. */
function useListOf(projectId: string): () => void {
  const scope = useScope();
  const fetchList = useSuiteList((state) => state.fetchSuitesForProject);
  const question = useSuiteList(
    ({ search, platform, sortField, sortDirection, viewMode, generation }) =>
      `${search} ${platform} ${sortField} ${sortDirection} ${viewMode} ${generation}`,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: `question` stands for what the store sends
  useEffect(() => void fetchList(scope, projectId), [fetchList, scope, projectId, question]);
  return () => void fetchList(scope, projectId);
}
