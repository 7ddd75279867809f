import type { Project } from '@parley/contract';
import { Ellipsis, Sparkles, Trash2 } from 'lucide-react';
import { useInstallation } from '#/lib/installation.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import type { ProjectAction } from './project-action.ts';
import { useExampleProject } from './use-example-project.ts';

interface ProjectsMenuProps {
  projects: Project[];
  onAction: (action: ProjectAction) => void;
}

/** Creates or removes the example project. Renders nothing if there is none and the demo bot is not running. */
export function ProjectsMenu({ projects, onAction }: ProjectsMenuProps) {
  const creation = useExampleProject();
  const hasDemoBot = Boolean(useInstallation()?.demoBotUrl);
  const example = projects.find(({ isExample }) => isExample);
  if (!example && !hasDemoBot) return null;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          label="More about projects"
          tooltip="More"
          icon={<Ellipsis className="size-4" />}
          isLoading={creation.isPending}
        />
      }
    >
      {example ? (
        <MenuItem
          isDangerous
          icon={<Trash2 aria-hidden />}
          onSelect={() => onAction({ kind: 'remove-example', project: example })}
        >
          Remove example project
        </MenuItem>
      ) : (
        <MenuItem icon={<Sparkles aria-hidden />} onSelect={() => void creation.start()}>
          Create example project
        </MenuItem>
      )}
    </Menu>
  );
}
