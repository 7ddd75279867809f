import type { StoredExploration } from '@parley/contract';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#/ui/menu.tsx';
import { toast } from '#/ui/toast.ts';
import { deleteExploration, renameExploration } from './explorations.queries.ts';
import { NameDialog } from './name-dialog.tsx';

interface ExplorationMenuProps {
  stored: StoredExploration;
  onDeleted: () => void;
}

export function ExplorationMenu({ stored, onDeleted }: ExplorationMenuProps) {
  const scope = useScope();
  const [action, setAction] = useState<'rename' | 'delete'>();

  async function remove() {
    try {
      await deleteExploration(scope, stored.id);
      onDeleted();
    } catch (error) {
      toast({
        variant: 'destructive',
        title: messageOr(error, 'Failed to delete the exploration'),
      });
      return false;
    }
  }

  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton
            variant="secondary"
            label={`Actions for ${stored.name}`}
            icon={<Ellipsis className="size-4" />}
          />
        }
      >
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => setAction('rename')}>
          Rename
        </MenuItem>
        <MenuSeparator />
        <MenuItem isDangerous icon={<Trash2 aria-hidden />} onSelect={() => setAction('delete')}>
          Delete
        </MenuItem>
      </Menu>
      {action === 'rename' && (
        <NameDialog
          title="Rename exploration"
          name={stored.name}
          onSave={(name) => renameExploration(scope, stored.id, name)}
          onClose={() => setAction(undefined)}
        />
      )}
      <ConfirmDialog
        isOpen={action === 'delete'}
        onOpenChange={(isOpen) => !isOpen && setAction(undefined)}
        title={`Delete “${stored.name}”?`}
        confirmLabel="Delete exploration"
        isDangerous
        onConfirm={remove}
      >
        Its transcripts and map are deleted, too. Saved tests stay. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
