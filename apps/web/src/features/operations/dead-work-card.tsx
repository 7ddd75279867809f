import type { DeadWork } from '@parley/contract';
import { RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '#/lib/format-time.ts';
import { messageOr } from '#/lib/message-or.ts';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { toast } from '#/ui/toast.ts';
import { deleteDeadWork, retryDeadWork } from './operations.queries.ts';
import { workLabel } from './work-label.ts';

/** What was tried as often as it may be, and waits for somebody to decide. */
export function DeadWorkCard({ deadWork }: { deadWork: DeadWork[] }) {
  const [toDelete, setToDelete] = useState<DeadWork | null>(null);

  async function retry(dead: DeadWork) {
    try {
      await retryDeadWork(dead);
      toast({ title: `${nameOf(dead)} will be retried` });
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to retry') });
    }
  }

  async function remove(dead: DeadWork) {
    try {
      await deleteDeadWork(dead);
      return true;
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to delete') });
      return false;
    }
  }

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
                onRetry={() => retry(dead)}
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
        onConfirm={() => toDelete && remove(toDelete)}
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
  onRetry: () => Promise<void>;
  onDelete: () => void;
}

function DeadWorkRow({ dead, onRetry, onDelete }: DeadWorkRowProps) {
  const { attempts, reason, at } = dead;
  const [isRetrying, setIsRetrying] = useState(false);
  const name = nameOf(dead);

  async function retry() {
    setIsRetrying(true);
    await onRetry();
    setIsRetrying(false);
  }

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
          isLoading={isRetrying}
          onClick={() => void retry()}
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
