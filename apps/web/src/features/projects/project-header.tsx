import type { Project } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { PageHeader } from '#/ui/page-header.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { openProject } from './open-project.ts';
import type { ProjectAction } from './project-action.ts';
import { ProjectDialogs } from './project-dialogs.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { pinsOf, useProjectStore } from './project-store.ts';
import { ProjectTile } from './project-tile.tsx';
import { projectQuery, subprojectsQuery } from './projects.queries.ts';

interface ProjectHeaderProps {
  projectId: string;
  /** Buttons to the right of the name. */
  actions: ReactNode;
}

/** Header of a project's page: the name, a menu of actions and the sub-projects. */
export function ProjectHeader({ projectId, actions }: ProjectHeaderProps) {
  const scope = useScope();
  const navigate = useNavigate();
  const [action, setAction] = useState<ProjectAction | null>(null);
  const { data: project } = useQuery(projectQuery(scope, projectId));
  const isPinned = useProjectStore((state) => pinsOf(state, scope.orgId).includes(projectId));
  if (!project) return <PageHeader title={<Skeleton className="h-8 w-48" />} />;
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-1.5">
            <span className="min-w-0 break-words">{project.name}</span>
            <ProjectMenu project={project} isPinned={isPinned} align="start" onAction={setAction} />
          </span>
        }
        description={project.description}
        actions={actions}
      />
      <Subprojects projectId={projectId} />
      <ProjectDialogs
        action={action}
        onClose={() => setAction(null)}
        onDeleted={() => void navigate({ to: '/projects' })}
      />
    </>
  );
}

function Subprojects({ projectId }: Pick<ProjectHeaderProps, 'projectId'>) {
  const { data: subprojects = [] } = useQuery(subprojectsQuery(useScope(), projectId));
  if (subprojects.length === 0) return null;
  return (
    <ul aria-label="Sub-projects" className="flex flex-wrap gap-2">
      {subprojects.map((project) => (
        <li key={project.id} className="min-w-0">
          <SubprojectLink project={project} />
        </li>
      ))}
    </ul>
  );
}

function SubprojectLink({ project }: { project: Project }) {
  return (
    <Link
      to="/projects/$projectId"
      params={{ projectId: project.id }}
      onClick={(click) => openProject(project, click)}
      className="flex h-8 max-w-72 items-center gap-2 rounded-md bg-surface pr-2.5 pl-1.5 text-sm shadow-control ring-1 ring-line transition-shadow hover:ring-line-control"
    >
      <ProjectTile id={project.id} name={project.name} />
      <span className="truncate font-medium">{project.name}</span>
      <span className="tabular text-ink-muted text-xs">
        {project.testSuiteCount}
        <span className="sr-only"> test suites</span>
      </span>
    </Link>
  );
}
