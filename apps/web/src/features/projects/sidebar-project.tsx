import type { Project } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { sidebarItemClass } from '#/ui/sidebar-item-class.ts';
import { Tooltip } from '#/ui/tooltip.tsx';
import { openProject } from './open-project.ts';
import { PinButton } from './pin-button.tsx';
import { ProjectTile } from './project-tile.tsx';

interface SidebarProjectProps {
  project: Project;
  isPinned: boolean;
  isActive: boolean;
  isCollapsed: boolean;
  onNavigate?: () => void;
}

export function SidebarProject({
  project,
  isPinned,
  isActive,
  isCollapsed,
  onNavigate,
}: SidebarProjectProps) {
  return (
    <li className="group/project relative">
      <Tooltip text={project.name} side="right" isDisabled={!isCollapsed}>
        <Link
          to="/projects/$projectId"
          params={{ projectId: project.id }}
          activeProps={{}}
          aria-current={isActive ? 'page' : undefined}
          onClick={(click) => {
            openProject(project, click);
            onNavigate?.();
          }}
          className={sidebarItemClass(isCollapsed)}
        >
          <ProjectTile id={project.id} name={project.name} />
          <span
            dir="auto"
            className={isCollapsed ? 'sr-only' : 'mr-6 min-w-0 flex-1 truncate text-left'}
          >
            {project.name}
          </span>
        </Link>
      </Tooltip>
      {!isCollapsed && (
        <PinButton
          project={project}
          isPinned={isPinned}
          className="absolute top-0.5 right-0.5 not-pointer-coarse:not-group-focus-within/project:not-group-hover/project:not-data-pinned:opacity-0"
        />
      )}
    </li>
  );
}
