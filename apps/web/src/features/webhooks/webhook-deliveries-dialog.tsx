import type { Webhook, WebhookDelivery } from '@parley/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { PagedList } from '#/ui/paged-list.tsx';
import { useChange } from '#/ui/use-change.ts';
import { labelOfEvent } from './webhook-event-labels.ts';
import { replayDelivery, webhookDeliveriesQuery } from './webhooks.queries.ts';

/** Deliveries of a webhook and their results. Each can be sent again. */
export function WebhookDeliveriesDialog({
  webhook,
  onClose,
}: {
  webhook: Webhook;
  onClose: () => void;
}) {
  const query = useInfiniteQuery(webhookDeliveriesQuery(useScope(), webhook.id));
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Deliveries"
      description={`${webhook.name}, the last 30 days`}
      widthPx={640}
    >
      <DialogBody>
        <PagedList
          query={query}
          what="the deliveries"
          hasMoreByButton
          empty={<p className="text-ink-muted text-sm">This webhook has not sent anything yet.</p>}
          end={({ shown }) => (shown === 1 ? '1 delivery' : `${shown} deliveries`)}
        >
          {(deliveries) => (
            <ul className="divide-y divide-line">
              {deliveries.map((delivery) => (
                <DeliveryRow key={delivery.id} delivery={delivery} mayReplay={webhook.isEnabled} />
              ))}
            </ul>
          )}
        </PagedList>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

const states = {
  delivered: { tone: 'passed', label: 'Delivered' },
  waiting: { tone: 'running', label: 'Waiting' },
  failed: { tone: 'failed', label: 'Not delivered' },
} as const;

function DeliveryRow({ delivery, mayReplay }: { delivery: WebhookDelivery; mayReplay: boolean }) {
  const scope = useScope();
  const { type, status, createdAt, answer } = delivery;
  const { tone, label } = states[status];
  const replay = useChange({
    run: () => replayDelivery(scope, delivery),
    failure: 'Failed to send the message again',
    done: () => ({ title: 'The message is sent again' }),
  });
  return (
    <li className="flex flex-col gap-1 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="font-medium text-ink">{labelOfEvent(type)}</span>
        <span className="tabular text-ink-muted text-xs">{formatDateTime(createdAt)}</span>
        {mayReplay && status !== 'waiting' && (
          <Button
            size="sm"
            variant="ghost"
            className="ml-auto"
            icon={<RotateCcw className="size-3.5" aria-hidden />}
            isLoading={replay.isPending}
            onClick={() => void replay.start()}
          >
            Send again
          </Button>
        )}
      </div>
      <p className="text-ink-muted text-xs">{outcomeOf(delivery)}</p>
      {answer && (
        <details className="text-xs">
          <summary className="cursor-pointer text-ink-muted">Answer</summary>
          <pre className="wrap-anywhere mt-1 max-h-40 overflow-y-auto whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-ink">
            {answer}
          </pre>
        </details>
      )}
    </li>
  );
}

/** @returns a description of the last attempt */
function outcomeOf(delivery: WebhookDelivery): string {
  const { answerStatus, latencyMs, error, attempts, nextAttemptAt } = delivery;
  const parts = [
    error ?? (answerStatus !== null && `It answered ${answerStatus}.`),
    latencyMs !== null && `${latencyMs} ms.`,
    attempts > 1 && `${attempts} attempts.`,
    nextAttemptAt !== null && attempts > 0 && `Next attempt ${formatDateTime(nextAttemptAt)}.`,
  ];
  return parts.filter(Boolean).join(' ');
}
