import type { Webhook } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';
import { linkClass } from '#/ui/link-class.ts';
import { Loaded } from '#/ui/loaded.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { webhooksQuery } from './webhooks.queries.ts';

/** Webhooks of the organization, for administrators. */
export function WebhooksCard() {
  const query = useQuery(webhooksQuery(useScope()));
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const addButton = (
    <Button icon={<Plus className="size-4" aria-hidden />} onClick={() => setEdited('new')}>
      Add webhook
    </Button>
  );
  return (
    <Card
      title="Webhooks"
      subtitle={
        <>
          Tell your own programs when runs finish and incidents open.{' '}
          <a href="/guide/webhooks" target="_blank" rel="noreferrer" className={linkClass}>
            How to verify messages
          </a>
        </>
      }
      actions={query.data && query.data.length > 0 && addButton}
      isFlush
    >
      <Loaded
        query={query}
        what="the webhooks"
        skeleton={
          <div className="flex flex-col gap-3">
            <Skeleton className="h-5 w-64" />
            <Skeleton className="h-5 w-48" />
          </div>
        }
        className="mx-5 mb-5"
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<WebhookIcon aria-hidden />}
              title="No webhooks yet"
              headingLevel={3}
              action={addButton}
              className="border-line border-t py-10"
            >
              A webhook gets signed JSON by POST, for example to start a deployment after a gate.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line border-line border-t">
              {list.map((webhook) => (
                <WebhookRow key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && (
        <WebhookDialog
          webhook={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  );
}
