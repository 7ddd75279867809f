import { catalogue, type SuiteSummary } from '@parley/contract';
import {
  Activity,
  CalendarClock,
  Copy,
  CopyPlus,
  FileArchive,
  FileOutput,
  FileSpreadsheet,
  FolderInput,
  MoreHorizontal,
  Pencil,
  SquarePen,
  Trash2,
} from 'lucide-react';
import { messageOr } from '#/lib/message-or.ts';
import { useOrgStore } from '#/lib/session/org-store.ts';
import { useScope } from '#/lib/session/scope.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator, Submenu } from '#/ui/menu.tsx';
import { toast } from '#/ui/toast.ts';
import { cloneInPlace } from './clone-suite.ts';
import { downloadSuiteFile } from './download-suite.ts';
import type { SuiteDialogKind } from './suite-dialogs.tsx';
import { useSuiteList } from './suite-list.store.ts';
import { setMonitoring } from './suites.queries.ts';

interface SuiteMenuProps {
  suite: SuiteSummary;
  onDialog: (kind: SuiteDialogKind) => void;
}

/** Menu with the actions for a suite. */
export function SuiteMenu({ suite, onDialog }: SuiteMenuProps) {
  const scope = useScope();
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          size="sm"
          label={`Actions for ${suite.name}`}
          icon={<MoreHorizontal className="size-4" aria-hidden />}
        />
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onDialog('rename')}>
        Rename
      </MenuItem>
      <MenuItem icon={<SquarePen aria-hidden />} onSelect={() => onDialog('details')}>
        Edit details
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => void cloneInPlace(scope, suite)}>
        Clone
      </MenuItem>
      <MenuItem icon={<CopyPlus aria-hidden />} onSelect={() => onDialog('clone-into')}>
        Clone into another project
      </MenuItem>
      <MenuItem icon={<FolderInput aria-hidden />} onSelect={() => onDialog('move')}>
        Move to another project
      </MenuItem>
      <MonitoringItem suite={suite} />
      <MenuItem icon={<CalendarClock aria-hidden />} onSelect={() => onDialog('schedule')}>
        Monitoring schedule
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<FileArchive aria-hidden />}
        onSelect={() => void downloadSuiteFile(scope, suite, 'zip')}
      >
        Download
      </MenuItem>
      <MenuItem
        icon={<FileSpreadsheet aria-hidden />}
        onSelect={() => void downloadSuiteFile(scope, suite, 'excel')}
      >
        Download as Excel
      </MenuItem>
      <Submenu icon={<FileOutput aria-hidden />} label="Download for another tool">
        <MenuItem onSelect={() => void downloadSuiteFile(scope, suite, 'botscript')}>
          Botium BotScript
        </MenuItem>
        <MenuItem onSelect={() => void downloadSuiteFile(scope, suite, 'rasa')}>
          Rasa end-to-end tests
        </MenuItem>
      </Submenu>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => onDialog('delete')}>
        Delete
      </MenuItem>
    </Menu>
  );
}

/** Turns monitoring on or off. Explains if the plan does not include monitoring. */
function MonitoringItem({ suite }: Pick<SuiteMenuProps, 'suite'>) {
  const scope = useScope();
  const planId = useOrgStore((state) => state.currentOrganization?.subscription?.planId);
  const isAllowed = catalogue.planAllowsMonitoring(planId);
  const { id, name, isMonitoring } = suite;

  async function toggle() {
    try {
      useSuiteList
        .getState()
        .updateSuite(await setMonitoring(scope, id, { isMonitoring: !isMonitoring }));
      const title = `Monitoring of “${name}” is ${isMonitoring ? 'off' : 'on'}`;
      const description = isMonitoring
        ? undefined
        : 'It now runs every hour, or on its own schedule.';
      toast({ variant: 'success', title, description });
    } catch (error) {
      const title = messageOr(error, 'Failed to change monitoring of test suite');
      toast({ variant: 'destructive', title });
    }
  }

  return (
    <MenuItem
      icon={<Activity aria-hidden />}
      isDisabled={!isAllowed && !isMonitoring}
      note={isAllowed ? undefined : 'Not part of your plan'}
      onSelect={() => void toggle()}
    >
      {isMonitoring ? 'Turn monitoring off' : 'Turn monitoring on'}
    </MenuItem>
  );
}
