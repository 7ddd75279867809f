import type { Webhook } from '@parley/contract';
import { KeyRound, MoreHorizontal, Pencil, ScrollText, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '#/lib/format-time.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#/ui/menu.tsx';
import { toast } from '#/ui/toast.ts';
import { useChange } from '#/ui/use-change.ts';
import { SigningSecret } from './signing-secret.tsx';
import { WebhookDeliveriesDialog } from './webhook-deliveries-dialog.tsx';
import { webhookEventLabels } from './webhook-event-labels.ts';
import { deleteWebhook, rotateSecret, testWebhook } from './webhooks.queries.ts';

interface WebhookRowProps {
  webhook: Webhook;
  onEdit: () => void;
}

type Opened = 'log' | 'delete' | 'rotate';

export function WebhookRow({ webhook, onEdit }: WebhookRowProps) {
  const { id, name, isEnabled } = webhook;
  const scope = useScope();
  const [open, setOpen] = useState<Opened | null>(null);
  const [secret, setSecret] = useState<string>();

  const test = useChange({
    run: () => testWebhook(scope, id),
    failure: 'Failed to send a test message',
    onDone: ({ status, error }) =>
      status === 'delivered'
        ? toast({ variant: 'success', title: 'Test message delivered' })
        : toast({
            variant: 'destructive',
            title: 'The test message was not delivered',
            description: error ?? undefined,
          }),
  });
  const remove = useChange({
    run: () => deleteWebhook(scope, id),
    failure: 'Failed to delete the webhook',
    done: () => ({ title: `“${name}” was deleted` }),
  });
  const rotate = useChange({
    run: () => rotateSecret(scope, id),
    failure: 'Failed to replace the signing secret',
    onDone: (created) => setSecret(created),
  });

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <WebhookFacts webhook={webhook} />
      <div className="flex shrink-0 items-center gap-1">
        <Button
          size="sm"
          icon={<Send className="size-3.5" aria-hidden />}
          isLoading={test.isPending}
          disabled={!isEnabled}
          onClick={() => void test.start()}
        >
          Send test
        </Button>
        <WebhookMenu name={name} onOpen={setOpen} onEdit={onEdit} />
      </div>
      {open === 'log' && (
        <WebhookDeliveriesDialog webhook={webhook} onClose={() => setOpen(null)} />
      )}
      {secret !== undefined && (
        <SigningSecret secret={secret} isRotated onClose={() => setSecret(undefined)} />
      )}
      <ConfirmDialog
        isOpen={open === 'rotate'}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        title={`Replace the secret of “${name}”?`}
        confirmLabel="Replace secret"
        onConfirm={() => rotate.start()}
      >
        You get a new secret. For 24 hours, messages are signed with both, so that your receiver can
        change over.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'delete'}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        title={`Delete “${name}”?`}
        confirmLabel="Delete webhook"
        isDangerous
        onConfirm={() => remove.start()}
      >
        It sends nothing more, and its log is deleted. This cannot be undone.
      </ConfirmDialog>
    </li>
  );
}

/** Name, host and events of a webhook, and its problems. */
function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { name, urlShown, events, isEnabled, disabledAt, failingSince } = webhook;
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="flex flex-wrap items-center gap-2 font-medium text-ink text-sm">
        <span className="truncate">{name}</span>
        {!isEnabled && <Badge tone={disabledAt ? 'error' : 'neutral'}>Off</Badge>}
      </p>
      <p className="truncate text-ink-muted text-xs">
        {urlShown} · {events.map((event) => webhookEventLabels[event]).join(', ')}
      </p>
      {disabledAt && (
        <p className="text-error text-xs">
          Turned off {formatDateTime(disabledAt)} because messages did not arrive. Fix the receiver,
          then edit the webhook and turn it on.
        </p>
      )}
      {isEnabled && failingSince && (
        <p className="text-error text-xs">
          No message has arrived since {formatDateTime(failingSince)}
        </p>
      )}
    </div>
  );
}

interface WebhookMenuProps {
  name: string;
  onOpen: (what: Opened) => void;
  onEdit: () => void;
}

function WebhookMenu({ name, onOpen, onEdit }: WebhookMenuProps) {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          size="sm"
          label={`Actions for ${name}`}
          icon={<MoreHorizontal className="size-4" aria-hidden />}
        />
      }
    >
      <MenuItem icon={<ScrollText aria-hidden />} onSelect={() => onOpen('log')}>
        Deliveries
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
        Edit
      </MenuItem>
      <MenuItem icon={<KeyRound aria-hidden />} onSelect={() => onOpen('rotate')}>
        Replace secret
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => onOpen('delete')}>
        Delete
      </MenuItem>
    </Menu>
  );
}
