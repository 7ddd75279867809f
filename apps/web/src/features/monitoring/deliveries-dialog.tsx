import type { AlertChannel, AlertDelivery } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { ListFrame } from '#/ui/list-frame.tsx';
import { deliveriesQuery } from './monitoring.queries.ts';

const kinds: Record<AlertDelivery['kind'], string> = {
  opened: 'Opened',
  escalated: 'Escalated',
  reopened: 'Failing in a new way',
  reminder: 'Reminder',
  resolved: 'Resolved',
  test: 'Test',
};

/** Deliveries of an alert channel and their results. */
export function DeliveriesDialog({
  channel,
  onClose,
}: {
  channel: AlertChannel;
  onClose: () => void;
}) {
  const query = useQuery(deliveriesQuery(useScope(), channel.id));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Deliveries"
      description={channel.name}
      widthPx={600}
    >
      <DialogBody>
        <ListFrame query={query} what="the deliveries">
          {query.data?.length === 0 && (
            <p className="text-ink-muted text-sm">This channel has not sent anything yet.</p>
          )}
          <ul className="divide-y divide-line">
            {query.data?.map((delivery) => (
              <DeliveryRow key={delivery.id} delivery={delivery} />
            ))}
          </ul>
        </ListFrame>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

const states = {
  sent: { tone: 'passed', label: 'Sent' },
  waiting: { tone: 'running', label: 'Waiting' },
  failed: { tone: 'failed', label: 'Not delivered' },
} as const;

function DeliveryRow({ delivery }: { delivery: AlertDelivery }) {
  const { kind, status, suiteName, createdAt, attempts, error } = delivery;
  const { tone, label } = states[status];
  return (
    <li className="flex flex-col gap-1 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-medium text-ink">{kinds[kind]}</span>
        <span className="min-w-0 truncate text-ink-muted">{suiteName}</span>
        <span className="tabular ml-auto text-ink-muted text-xs">{formatDateTime(createdAt)}</span>
      </div>
      {error && (
        <p className="text-ink-muted text-xs">
          {error} {attempts > 1 && `${attempts} attempts.`}
        </p>
      )}
    </li>
  );
}
