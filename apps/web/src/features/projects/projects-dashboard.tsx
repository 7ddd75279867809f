import type { Project } from '@parley/contract';
import { FolderKanban, FolderSearch, Plus } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useInstallation } from '#/lib/installation.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { lazyPart } from '#/ui/lazy-part.ts';
import { PageHeader } from '#/ui/page-header.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useRevealed } from '#/ui/use-revealed.ts';
import type { ProjectAction } from './project-action.ts';
import { ProjectCard } from './project-card.tsx';
import { ProjectDialogs } from './project-dialogs.tsx';
import { matchingProjects, type ProjectSort, sortedProjects } from './project-order.ts';
import { useProjectStore } from './project-store.ts';
import { childrenByParent, parentPath } from './project-tree.ts';
import { ProjectsFailure } from './projects-failure.tsx';

const ProjectsMenu = lazyPart(async () => (await import('./projects-menu.tsx')).ProjectsMenu);

const searchDelayMs = 300;

const sortOptions: { value: ProjectSort; label: string }[] = [
  { value: 'name', label: 'Name' },
  { value: 'lastModified', label: 'Last modified' },
  { value: 'testSuiteCount', label: 'Test suites' },
];

interface ProjectsDashboardProps {
  /** Ways to get started other than creating a project. */
  firstSteps: ReactNode;
}

export function ProjectsDashboard({ firstSteps }: ProjectsDashboardProps) {
  const scope = useScope();
  const [action, setAction] = useState<ProjectAction | null>(null);
  const { search, sort, error, fetchProjects, setSearch, setSort } = useProjectStore();
  const projects = useProjectStore((state) => state.projects[scope.orgId]);
  useEffect(() => void fetchProjects(scope), [fetchProjects, scope]);
  const isEmpty = projects?.length === 0;

  return (
    <div className="flex flex-col gap-5">
      <PageHeader
        title="Projects"
        description="Group test suites by application, line or team."
        actions={
          !isEmpty && (
            <>
              <Button
                variant="primary"
                icon={<Plus className="size-4" aria-hidden />}
                data-tour="new-project"
                onClick={() => setAction({ kind: 'create' })}
              >
                New project
              </Button>
              {projects && (
                <Suspense>
                  <ProjectsMenu projects={projects} onAction={setAction} />
                </Suspense>
              )}
            </>
          )
        }
      />
      {!isEmpty && (
        <div data-tour="project-toolbar" className="flex flex-wrap items-center gap-2 self-start">
          <SearchField
            value={search}
            onChange={setSearch}
            delayMs={searchDelayMs}
            placeholder="Search projects..."
            label="Search all projects"
            className="w-full sm:w-72"
          />
          <Select
            label="Sort by"
            isLabelHidden
            options={sortOptions}
            value={sort}
            onChange={setSort}
            className="w-40"
          />
        </div>
      )}
      <ProjectsFailure />
      {!projects && !error && <CardSkeletons />}
      {isEmpty && (
        <NoProjects firstSteps={firstSteps} onCreate={() => setAction({ kind: 'create' })} />
      )}
      {projects && !isEmpty && <ProjectGrid projects={projects} onAction={setAction} />}
      <ProjectDialogs action={action} onClose={() => setAction(null)} />
    </div>
  );
}

interface ProjectGridProps {
  projects: Project[];
  onAction: (action: ProjectAction) => void;
}

/** Shows top-level projects with their sub-projects, or all matches of a search. */
function ProjectGrid({ projects, onAction }: ProjectGridProps) {
  const { search, sort, setSearch } = useProjectStore();
  const children = childrenByParent(projects);
  const isSearching = search.trim() !== '';
  const shown = isSearching ? matchingProjects(projects, search) : (children.get(null) ?? []);
  const revealed = useRevealed(shown.length);
  if (shown.length === 0) {
    return (
      <EmptyState
        icon={<FolderSearch />}
        title="No projects match"
        action={<Button onClick={() => setSearch('')}>Clear search</Button>}
      >
        No project has “{search.trim()}” in its name.
      </EmptyState>
    );
  }
  return (
    <>
      <ul
        aria-label="Projects"
        data-tour="project-list"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-4"
      >
        {sortedProjects(shown, sort)
          .slice(0, revealed.count)
          .map((project) => (
            <ProjectCard
              key={project.id}
              project={project}
              path={isSearching ? parentPath(projects, project) : ''}
              subprojects={children.get(project.id) ?? []}
              onAction={onAction}
            />
          ))}
      </ul>
      <div ref={revealed.end} />
    </>
  );
}

interface NoProjectsProps extends ProjectsDashboardProps {
  onCreate: () => void;
}

function NoProjects({ firstSteps, onCreate }: NoProjectsProps) {
  const hasDemoBot = Boolean(useInstallation()?.demoBotUrl);
  return (
    <EmptyState
      icon={<FolderKanban />}
      title="Create your first project"
      action={
        <>
          {firstSteps}
          <Button
            variant={hasDemoBot ? 'secondary' : 'primary'}
            icon={<Plus className="size-4" aria-hidden />}
            data-tour="new-project"
            onClick={onCreate}
          >
            New project
          </Button>
        </>
      }
    >
      A project contains the test suites of one bot or phone line. Create one, then add a test suite
      and run it.
    </EmptyState>
  );
}

function CardSkeletons() {
  return (
    <div
      role="status"
      aria-label="Loading projects"
      className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-4"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-36 rounded-lg" />
      ))}
    </div>
  );
}
