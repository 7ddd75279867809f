import { useEffect, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { SearchField } from '#/ui/search-field.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { pinsOf, useProjectStore } from './project-store.ts';
import { type SidebarOrder, sidebarOrder } from './sidebar-order.ts';
import { SidebarProject } from './sidebar-project.tsx';

const searchDelayMs = 500;

interface SidebarProjectsProps {
  /** Id of the displayed project. */
  activeId: string | undefined;
  isCollapsed: boolean;
  onNavigate?: () => void;
}

/** The organization's projects in the sidebar. A collapsed sidebar shows icons, and never more than five. */
export function SidebarProjects({ activeId, isCollapsed, onNavigate }: SidebarProjectsProps) {
  const scope = useScope();
  const store = useProjectStore();
  const [search, setSearch] = useState('');
  const [isExpanded, setIsExpanded] = useState(false);
  const { fetchProjects } = store;
  useEffect(() => void fetchProjects(scope), [fetchProjects, scope]);

  const projects = store.projects[scope.orgId];
  const order = sidebarOrder(projects ?? [], {
    pins: pinsOf(store, scope.orgId),
    search: isCollapsed ? '' : search,
    isExpanded: isExpanded && !isCollapsed,
  });

  return (
    <nav aria-label="Projects" data-tour="sidebar-projects">
      {!isCollapsed && (
        <>
          <h2 className="px-2 pb-1.5 font-medium text-ink-faint text-xs">Projects</h2>
          <SearchField
            value={search}
            onChange={setSearch}
            delayMs={searchDelayMs}
            placeholder="Search projects..."
            className="px-0.5 pb-2"
          />
        </>
      )}
      {projects ? (
        <ProjectLines {...{ order, activeId, isCollapsed, onNavigate }} />
      ) : (
        <Waiting error={store.error} isCollapsed={isCollapsed} />
      )}
      {projects && !isCollapsed && (
        <>
          <NothingToList isSearching={search.trim() !== ''} order={order} />
          {order.isLong && (
            <Button
              variant="ghost"
              size="sm"
              className="mt-1"
              onClick={() => setIsExpanded(!isExpanded)}
            >
              {isExpanded ? 'Show Less' : `Show ${order.hiddenCount} More`}
            </Button>
          )}
        </>
      )}
    </nav>
  );
}

interface ProjectLinesProps extends SidebarProjectsProps {
  order: SidebarOrder;
}

function ProjectLines({ order, activeId, isCollapsed, onNavigate }: ProjectLinesProps) {
  const { pinned, others } = order;
  const lines = (projects: SidebarOrder['pinned'], isPinned: boolean) =>
    projects.map((project) => (
      <SidebarProject
        key={project.id}
        project={project}
        isPinned={isPinned}
        isActive={project.id === activeId}
        isCollapsed={isCollapsed}
        onNavigate={onNavigate}
      />
    ));
  const separator = pinned.length > 0 && others.length > 0 && (
    <li key="separator">
      <hr className="mx-2 my-1 border-line" />
    </li>
  );
  // A single list, so that pinning moves an entry instead of rendering it again, which would lose the focus.
  return (
    <ul className="flex flex-col gap-0.5">
      {[...lines(pinned, true), separator, ...lines(others, false)]}
    </ul>
  );
}

function NothingToList({ isSearching, order }: { isSearching: boolean; order: SidebarOrder }) {
  if (order.pinned.length + order.others.length > 0) return null;
  return (
    <p className="px-2 py-1 text-ink-muted text-xs">
      {isSearching ? 'No projects match.' : 'No projects yet.'}
    </p>
  );
}

function Waiting({ error, isCollapsed }: { error: string | null; isCollapsed: boolean }) {
  const scope = useScope();
  const fetchProjects = useProjectStore((state) => state.fetchProjects);
  if (error && !isCollapsed) {
    return (
      <div role="alert" className="px-2 text-ink-muted text-xs">
        <p className="pb-2">{error}.</p>
        <Button size="sm" onClick={() => void fetchProjects(scope, { isForced: true })}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <div role="status" aria-label="Loading projects" className="flex flex-col gap-1">
      <Skeleton className="h-7" />
      <Skeleton className="h-7" />
      <Skeleton className="h-7" />
    </div>
  );
}
