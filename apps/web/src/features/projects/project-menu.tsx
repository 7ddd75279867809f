import type { Project } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import {
  AudioLines,
  Blocks,
  Ellipsis,
  FolderPlus,
  Globe,
  Headset,
  Pencil,
  Pin,
  PinOff,
  Scale,
  Trash2,
} from 'lucide-react';
import { useScope } from '#/lib/session/scope.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '#/ui/menu.tsx';
import type { ProjectAction } from './project-action.ts';
import { pinsMax, pinsOf, useProjectStore } from './project-store.ts';

interface ProjectMenuProps {
  project: Project;
  isPinned: boolean;
  /** Edge of the button to which the menu is aligned. */
  align?: 'start' | 'end';
  onAction: (action: ProjectAction) => void;
}

export function ProjectMenu({ project, isPinned, align = 'end', onAction }: ProjectMenuProps) {
  return (
    <Menu
      align={align}
      trigger={
        <IconButton
          size="sm"
          label={`Actions for ${project.name}`}
          tooltip="Actions"
          icon={<Ellipsis className="size-4" />}
          className="relative -mr-1"
        />
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onAction({ kind: 'edit', project })}>
        Rename or describe
      </MenuItem>
      {project.parentProjectId === null && (
        <MenuItem
          icon={<FolderPlus aria-hidden />}
          onSelect={() => onAction({ kind: 'create', parent: project })}
        >
          New sub-project
        </MenuItem>
      )}
      <MenuLink
        icon={<Globe aria-hidden />}
        render={<Link to="/projects/$projectId/environments" params={{ projectId: project.id }} />}
      >
        Environments
      </MenuLink>
      <MenuLink
        icon={<Headset aria-hidden />}
        render={<Link to="/projects/$projectId/agents" params={{ projectId: project.id }} />}
      >
        Agents
      </MenuLink>
      <MenuLink
        icon={<Blocks aria-hidden />}
        render={<Link to="/projects/$projectId/library" params={{ projectId: project.id }} />}
      >
        Block library
      </MenuLink>
      <MenuLink
        icon={<AudioLines aria-hidden />}
        render={<Link to="/projects/$projectId/recordings" params={{ projectId: project.id }} />}
      >
        Recordings
      </MenuLink>
      <MenuLink
        icon={<Scale aria-hidden />}
        render={<Link to="/projects/$projectId/judge" params={{ projectId: project.id }} />}
      >
        Judge
      </MenuLink>
      <PinItem project={project} isPinned={isPinned} />
      <MenuSeparator />
      {project.isExample ? (
        <MenuItem
          isDangerous
          icon={<Trash2 aria-hidden />}
          onSelect={() => onAction({ kind: 'remove-example', project })}
        >
          Remove example project
        </MenuItem>
      ) : (
        <MenuItem
          isDangerous
          icon={<Trash2 aria-hidden />}
          onSelect={() => onAction({ kind: 'delete', project })}
        >
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}

function PinItem({ project, isPinned }: Pick<ProjectMenuProps, 'project' | 'isPinned'>) {
  const { orgId } = useScope();
  const { pin, unpin } = useProjectStore.getState();
  const isFull = useProjectStore((state) => pinsOf(state, orgId).length >= pinsMax);
  const pinned = { organizationId: orgId, projectId: project.id };
  if (isPinned)
    return (
      <MenuItem icon={<PinOff aria-hidden />} onSelect={() => unpin(pinned)}>
        Unpin
      </MenuItem>
    );
  return (
    <MenuItem
      icon={<Pin aria-hidden />}
      isDisabled={isFull}
      note={isFull && `At most ${pinsMax} can be pinned.`}
      onSelect={() => pin(pinned)}
    >
      Pin to sidebar
    </MenuItem>
  );
}
