import type { AlertChannel, AlertDelivery } from '@parley/contract';
import { MoreHorizontal, Pencil, ScrollText, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { failureClassNames } from '#/lib/failure-class-names.ts';
import { formatDateTime } from '#/lib/format-time.ts';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#/ui/menu.tsx';
import { toast } from '#/ui/toast.ts';
import { channelKindLabels } from './channel-kind-labels.ts';
import { DeliveriesDialog } from './deliveries-dialog.tsx';
import { askRecipients, deleteChannel, testChannel } from './monitoring.queries.ts';

interface ChannelRowProps {
  channel: AlertChannel;
  mayManage: boolean;
  onEdit: () => void;
}

/** Actions that send a test alert or ask email recipients again to confirm. */
function useChannelActions(id: string) {
  const scope = useScope();
  const [isTesting, setIsTesting] = useState(false);
  const [isAsking, setIsAsking] = useState(false);

  async function test() {
    setIsTesting(true);
    try {
      const { status, error } = await testChannel(scope, id);
      if (status === 'sent') toast({ variant: 'success', title: 'Test alert sent' });
      else
        toast({
          variant: 'destructive',
          title: 'The test alert was not delivered',
          description: error ?? undefined,
        });
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to send a test alert') });
    } finally {
      setIsTesting(false);
    }
  }

  async function ask() {
    setIsAsking(true);
    try {
      await askRecipients(scope, id);
      toast({ variant: 'success', title: 'Confirmation email sent again' });
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to send the email again') });
    } finally {
      setIsAsking(false);
    }
  }

  return { isTesting, isAsking, test, ask };
}

export function ChannelRow({ channel, mayManage, onEdit }: ChannelRowProps) {
  const { id, name, kind, targetShown, isEnabled, lastDelivery, waiting, declined, createdBy } =
    channel;
  const scope = useScope();
  const [open, setOpen] = useState<'log' | 'delete' | null>(null);
  const { isTesting, isAsking, test, ask } = useChannelActions(id);

  async function confirm() {
    try {
      await deleteChannel(scope, id);
    } catch (error) {
      toast({ variant: 'destructive', title: messageOr(error, 'Failed to delete the channel') });
      return false;
    }
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2 font-medium text-ink text-sm">
          <span className="truncate">{name}</span>
          <Badge>{channelKindLabels[kind]}</Badge>
          {!isEnabled && <Badge>Off</Badge>}
        </p>
        <p className="truncate text-ink-muted text-xs">
          {targetShown} · {routeText(channel)}
        </p>
        {waiting.length > 0 && (
          <p className="text-error text-xs">
            Waiting for confirmation: {waiting.join(', ')}{' '}
            {mayManage && (
              <Button size="sm" variant="ghost" isLoading={isAsking} onClick={() => void ask()}>
                Ask again
              </Button>
            )}
          </p>
        )}
        {createdBy && !createdBy.isMember && (
          <p className="text-error text-xs">
            Added by {createdBy.name || 'somebody'}, who is no longer a member. Delete it if alerts
            should not go there.
          </p>
        )}
        {declined.length > 0 && (
          <p className="text-ink-muted text-xs">Declined alerts: {declined.join(', ')}</p>
        )}
        {lastDelivery && <LastDelivery delivery={lastDelivery} />}
      </div>
      <div className="flex shrink-0 items-center gap-1">
        {mayManage && (
          <Button
            size="sm"
            icon={<Send className="size-3.5" aria-hidden />}
            isLoading={isTesting}
            onClick={() => void test()}
          >
            Send test
          </Button>
        )}
        <ChannelMenu name={name} mayManage={mayManage} onOpen={setOpen} onEdit={onEdit} />
      </div>
      {open === 'log' && <DeliveriesDialog channel={channel} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        isOpen={open === 'delete'}
        onOpenChange={(isOpen) => !isOpen && setOpen(null)}
        title={`Delete “${name}”?`}
        confirmLabel="Delete channel"
        isDangerous
        onConfirm={confirm}
      >
        It stops sending alerts, and its log is deleted. This cannot be undone.
      </ConfirmDialog>
    </li>
  );
}

interface ChannelMenuProps extends Pick<ChannelRowProps, 'mayManage' | 'onEdit'> {
  name: string;
  onOpen: (what: 'log' | 'delete') => void;
}

function ChannelMenu({ name, mayManage, onOpen, onEdit }: ChannelMenuProps) {
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
      {mayManage && (
        <>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
            Edit
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} isDangerous onSelect={() => onOpen('delete')}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function routeText({ classes, afterMinutes, remindEveryMinutes }: AlertChannel): string {
  return [
    classes.length === 0
      ? 'All failures'
      : classes.map((each) => failureClassNames[each]).join(', '),
    afterMinutes > 0 && `after ${afterMinutes} min`,
    remindEveryMinutes !== null && `reminds every ${remindEveryMinutes} min`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function LastDelivery({ delivery }: { delivery: AlertDelivery }) {
  const { status, error, createdAt, nextAttemptAt } = delivery;
  if (status === 'sent')
    return (
      <p className="text-ink-muted text-xs">
        Last sent {formatDateTime(createdAt)}
        {error !== null && `. ${error}`}
      </p>
    );
  if (error === null) return <p className="text-ink-muted text-xs">Sending…</p>;
  return (
    <p className={status === 'failed' ? 'text-failed text-xs' : 'text-error text-xs'}>
      Not delivered: {error}
      {nextAttemptAt && ` Next try ${formatDateTime(nextAttemptAt)}.`}
    </p>
  );
}
