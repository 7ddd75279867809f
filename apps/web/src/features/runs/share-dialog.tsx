import { type RunShare, type ShareDays, shareDays } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { CopyField } from '#/ui/copy-field.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { Loaded } from '#/ui/loaded.tsx';
import { Select } from '#/ui/select.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { useChange } from '#/ui/use-change.ts';
import { endRunShare, runSharesQuery, shareRun } from './runs.queries.ts';

const lengths = shareDays.map((days) => ({
  value: String(days),
  label: days === 1 ? '1 day' : `${days} days`,
}));

interface ShareDialogProps {
  runId: string;
  onClose: () => void;
}

/** Creates and revokes share links. */
export function ShareDialog({ runId, onClose }: ShareDialogProps) {
  const scope = useScope();
  const [days, setDays] = useState('7');
  const make = useChange({
    run: () => shareRun(scope, runId, Number(days) as ShareDays),
    failure: 'Failed to create the link',
  });
  const shares = useQuery(runSharesQuery(scope, runId));

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Share this run"
      description="Anyone with the link can see the conversations and results without an account. Digits and email addresses are masked. Payloads, screenshots and files are left out."
      widthPx={560}
    >
      <DialogBody>
        <div className="flex items-end gap-2">
          <Select
            label="Expires after"
            options={lengths}
            value={days}
            onChange={setDays}
            className="w-40"
          />
          <Button variant="primary" isLoading={make.isPending} onClick={() => void make.start()}>
            Create link
          </Button>
        </div>
        {make.answer && <CopyField label="Link (shown only once)" value={make.answer} />}
        <section aria-label="Links to this run" className="flex flex-col gap-1">
          <Loaded query={shares} what="the links" skeleton={<Skeleton className="h-10" />}>
            {(links) =>
              links.length === 0 ? (
                <p className="text-ink-muted text-sm">No active links.</p>
              ) : (
                <ul className="divide-y divide-line">
                  {links.map((share) => (
                    <ShareRow key={share.id} runId={runId} share={share} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </section>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}

function ShareRow({ runId, share }: { runId: string; share: RunShare }) {
  const scope = useScope();
  const end = useChange({
    run: () => endRunShare(scope, runId, share.id),
    failure: 'Failed to revoke the link',
    done: () => ({ title: 'Link revoked' }),
  });
  const { expiresAt, createdBy, lastOpenedAt } = share;

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm">
      <div className="min-w-0">
        <p className="text-ink">Expires {formatDateTime(expiresAt)}</p>
        <p className="text-ink-muted text-xs">
          By {createdBy || 'somebody'} ·{' '}
          {lastOpenedAt ? `last opened ${formatDateTime(lastOpenedAt)}` : 'not opened yet'}
        </p>
      </div>
      <Button
        size="sm"
        icon={<Link2Off className="size-3.5" aria-hidden />}
        isLoading={end.isPending}
        aria-label={`Revoke the link that expires ${formatDateTime(expiresAt)}`}
        onClick={() => void end.start()}
      >
        Revoke
      </Button>
    </li>
  );
}
