import type { LoadTest } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { Braces, Download, FileCheck, FileSpreadsheet, MoreHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { saveFile } from '#/lib/save-file.ts';
import { type OrganizationScope, useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { toast } from '#/ui/toast.ts';
import { deleteLoadTest, exportLoadTest, isGoing } from './load-tests.queries.ts';

const endings = { csv: '.csv', json: '.json', junit: '.junit.xml' } as const;

type Format = keyof typeof endings;

async function download(scope: OrganizationScope, test: LoadTest, format: Format): Promise<void> {
  try {
    saveFile(
      await exportLoadTest(scope, test.id, format),
      test.name.replace(/[/\\:*?"<>|]/g, '-') + endings[format],
    );
  } catch (error) {
    toast({ variant: 'destructive', title: messageOr(error, 'Failed to export the load test') });
  }
}

/** Menu with further actions for a load test. */
export function LoadMenu({ test }: { test: LoadTest }) {
  const scope = useScope();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);

  async function remove() {
    try {
      await deleteLoadTest(scope, test.id);
      toast({ title: `“${test.name}” was deleted` });
      void navigate({ to: '/load' });
      return true;
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to delete the load test') });
      return false;
    }
  }

  return (
    <>
      <Menu
        align="end"
        trigger={<Button icon={<Download className="size-4" aria-hidden />}>Export</Button>}
      >
        <MenuItem
          icon={<FileSpreadsheet aria-hidden />}
          onSelect={() => void download(scope, test, 'csv')}
        >
          Seconds as CSV
        </MenuItem>
        <MenuItem icon={<Braces aria-hidden />} onSelect={() => void download(scope, test, 'json')}>
          All data as JSON
        </MenuItem>
        <MenuItem
          icon={<FileCheck aria-hidden />}
          onSelect={() => void download(scope, test, 'junit')}
        >
          Thresholds as JUnit
        </MenuItem>
      </Menu>
      {!isGoing(test) && (
        <Menu
          align="end"
          trigger={
            <IconButton
              variant="secondary"
              label={`Actions for ${test.name}`}
              icon={<MoreHorizontal className="size-4" aria-hidden />}
            />
          }
        >
          <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => setIsDeleting(true)}>
            Delete
          </MenuItem>
        </Menu>
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete “${test.name}”?`}
        confirmLabel="Delete load test"
        isDangerous
        onConfirm={remove}
      >
        Its results and evidence are deleted, too. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
