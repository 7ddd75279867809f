import type { DeadWork } from '@parley/contract';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '#/lib/format-time.ts';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { useChange } from '#/ui/use-change.ts';
import { deleteDeadWork, retryDeadWork } from './operations.queries.ts';
import { workLabel } from './work-label.ts';

/** Work whose retries all failed. The operator retries or deletes it. */
export function DeadWorkCard({ deadWork }: { deadWork: DeadWork[] }) {
  const [toDelete, setToDelete] = useState<DeadWork | null>(null);

  const remove = useChange({ run: deleteDeadWork, failure: 'Failed to delete' });

  return (
    <Card
      title="Failed work"
      subtitle="All retries failed. Fix the cause, then retry or delete."
      isFlush
    >
      {deadWork.length === 0 ? (
        <p className="border-line border-t px-5 py-10 text-center text-ink-muted text-sm">
          No failed work.
        </p>
      ) : (
        <Table label="Failed work">
          <TableHead>
            <TableHeader>What</TableHeader>
            <TableHeader className="@max-2xl:hidden">Reason</TableHeader>
            <TableHeader className="@max-xl:hidden">Last attempt</TableHeader>
            <TableHeader>
              <span className="sr-only">Actions</span>
            </TableHeader>
          </TableHead>
          <TableBody>
            {deadWork.map((dead) => (
              <DeadWorkRow
                key={`${dead.kind} ${dead.id}`}
                dead={dead}
                onDelete={() => setToDelete(dead)}
              />
            ))}
          </TableBody>
        </Table>
      )}
      <ConfirmDialog
        isOpen={toDelete !== null}
        onOpenChange={(isOpen) => !isOpen && setToDelete(null)}
        title={`Delete ${toDelete ? nameOf(toDelete) : ''}?`}
        confirmLabel="Delete"
        isDangerous
        onConfirm={() => toDelete && remove.start(toDelete)}
      >
        It will not be retried. This cannot be undone.
      </ConfirmDialog>
    </Card>
  );
}

function nameOf({ kind, target }: DeadWork): string {
  return target === '' ? workLabel(kind) : `${workLabel(kind)}: ${target}`;
}

interface DeadWorkRowProps {
  dead: DeadWork;
  onDelete: () => void;
}

function DeadWorkRow({ dead, onDelete }: DeadWorkRowProps) {
  const { attempts, reason, at } = dead;
  const name = nameOf(dead);
  const retry = useChange({
    run: () => retryDeadWork(dead),
    failure: 'Failed to retry',
    done: () => ({ variant: 'default', title: `${name} will be retried` }),
  });

  return (
    <TableRow>
      <TableCell>
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-ink-muted text-xs">
          {attempts} {attempts === 1 ? 'attempt' : 'attempts'}
        </p>
        <p className="break-words text-ink-muted text-xs @2xl:hidden">{reason}</p>
      </TableCell>
      <TableCell className="max-w-md break-words text-ink-muted @max-2xl:hidden">
        {reason === '' ? '–' : reason}
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-xl:hidden">
        <time dateTime={at}>{formatDateTime(at)}</time>
      </TableCell>
      <TableCell className="w-20 whitespace-nowrap text-right">
        <IconButton
          size="sm"
          label={`Try ${name} again`}
          tooltip="Try again"
          icon={<RotateCcw className="size-4" />}
          isLoading={retry.isPending}
          onClick={() => void retry.start()}
        />
        <IconButton
          size="sm"
          label={`Delete ${name}`}
          tooltip="Delete"
          icon={<Trash2 className="size-4" />}
          onClick={onDelete}
        />
      </TableCell>
    </TableRow>
  );
}
