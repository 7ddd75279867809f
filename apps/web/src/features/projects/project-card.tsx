import type { Project } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { CornerDownRight, MessagesSquare, Pin } from 'lucide-react';
import { formatDateTime, formatRelative } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { openProject } from './open-project.ts';
import type { ProjectAction } from './project-action.ts';
import { ProjectMenu } from './project-menu.tsx';
import { pinsOf, useProjectStore } from './project-store.ts';
import { ProjectTile } from './project-tile.tsx';

interface ProjectCardProps {
  project: Project;
  /** Names of the parents of a sub-project, shown above its name. */
  path: string;
  subprojects: Project[];
  onAction: (action: ProjectAction) => void;
}

export function ProjectCard({ project, path, subprojects, onAction }: ProjectCardProps) {
  const { orgId } = useScope();
  const isPinned = useProjectStore((state) => pinsOf(state, orgId).includes(project.id));
  return (
    <li className="relative flex min-h-36 flex-col rounded-lg bg-surface shadow-card ring-1 ring-line transition-shadow focus-within:ring-line-control hover:ring-line-control">
      <div className="flex items-start gap-3 px-4 pt-4">
        <ProjectTile id={project.id} name={project.name} size="md" />
        <div className="min-w-0 flex-1">
          {path && <p className="truncate text-ink-muted text-xs">{path}</p>}
          <h2 className="flex items-center gap-1.5 font-semibold text-base text-ink leading-8">
            <ProjectLink project={project} isWholeCard />
            {project.isExample && <Badge>Example</Badge>}
            {isPinned && <Pin role="img" aria-label="Pinned" className="size-3.5 text-ink-faint" />}
          </h2>
        </div>
        <ProjectMenu project={project} isPinned={isPinned} onAction={onAction} />
      </div>
      {project.description && (
        <p className="mx-4 mt-2 line-clamp-2 break-words text-ink-muted text-sm">
          {project.description}
        </p>
      )}
      {subprojects.length > 0 && <Subprojects of={project} subprojects={subprojects} />}
      <footer className="mt-auto flex items-center gap-4 px-4 pt-3 pb-3.5 text-ink-muted text-xs">
        <span className="inline-flex items-center gap-1.5">
          <MessagesSquare className="size-3.5 text-ink-faint" aria-hidden />
          {suiteCount(project.testSuiteCount)}
        </span>
        <time
          dateTime={project.lastModified}
          title={formatDateTime(project.lastModified)}
          className="ml-auto"
        >
          {formatRelative(project.lastModified, Date.now())}
        </time>
      </footer>
    </li>
  );
}

interface ProjectLinkProps {
  project: Project;
  /** Makes the whole card clickable, with one link for keyboard users. */
  isWholeCard?: boolean;
}

function ProjectLink({ project, isWholeCard = false }: ProjectLinkProps) {
  return (
    <Link
      to="/projects/$projectId"
      params={{ projectId: project.id }}
      onClick={(click) => openProject(project, click)}
      dir="auto"
      className={
        isWholeCard
          ? 'min-w-0 truncate outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-accent-ink'
          : 'min-w-0 truncate rounded-sm hover:text-ink hover:underline'
      }
    >
      {project.name}
    </Link>
  );
}

const subprojectsShown = 3;

function Subprojects({ of, subprojects }: { of: Project; subprojects: Project[] }) {
  const rest = subprojects.length - subprojectsShown;
  return (
    <ul
      aria-label={`Sub-projects of ${of.name}`}
      className="relative mx-4 mt-2 max-w-[calc(100%-2rem)] self-start text-sm"
    >
      {subprojects.slice(0, subprojectsShown).map((project) => (
        <li key={project.id} className="flex min-h-6 items-center gap-1.5 text-ink-muted">
          <CornerDownRight className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
          <ProjectLink project={project} />
          <span className="tabular text-ink-faint text-xs">
            {project.testSuiteCount}
            <span className="sr-only"> test suites</span>
          </span>
        </li>
      ))}
      {rest > 0 && (
        <li className="min-h-6 pl-5 text-ink-faint text-xs leading-6">and {rest} more</li>
      )}
    </ul>
  );
}

function suiteCount(count: number): string {
  return count === 1 ? '1 test suite' : `${count} test suites`;
}
