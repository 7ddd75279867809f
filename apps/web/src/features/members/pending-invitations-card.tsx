import type { Invitation } from '@parley/contract';
import { MailPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#/lib/format-time.ts';
import { Badge } from '#/ui/badge.tsx';
import { Button } from '#/ui/button.tsx';
import { Card } from '#/ui/card.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { cx } from '#/ui/cx.ts';
import { IconButton } from '#/ui/icon-button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#/ui/table.tsx';
import { useChange } from '#/ui/use-change.ts';
import { resend, withdraw } from './member-actions.ts';
import { roleTexts } from './roles.ts';
import { TableSkeleton } from './table-skeleton.tsx';

interface PendingInvitationsCardProps {
  invitations: Invitation[];
  isLoaded: boolean;
  mayManage: boolean;
}

export function PendingInvitationsCard({
  invitations,
  isLoaded,
  mayManage,
}: PendingInvitationsCardProps) {
  const [withdrawn, setWithdrawn] = useState<Invitation | null>(null);
  return (
    <Card title="Pending Invitations" subtitle="Track and manage pending team invitations" isFlush>
      {invitations.length === 0 ? (
        <p
          // Until it is known, the text only keeps its place.
          aria-hidden={!isLoaded}
          className={cx(
            'border-line border-t px-5 py-10 text-center text-ink-muted text-sm',
            !isLoaded && 'invisible',
          )}
        >
          No pending invitations at the moment. Use the form above to invite new members to your
          organization.
        </p>
      ) : (
        <Table label="Pending invitations">
          <TableHead>
            <TableHeader>Pending Member</TableHeader>
            <TableHeader className="@max-2xl:hidden">Invited On</TableHeader>
            <TableHeader className="@max-2xl:hidden">Role</TableHeader>
            {mayManage && (
              <TableHeader>
                <span className="sr-only">Actions</span>
              </TableHeader>
            )}
          </TableHead>
          <TableBody>
            {isLoaded ? (
              invitations.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  mayManage={mayManage}
                  onDelete={() => setWithdrawn(invitation)}
                />
              ))
            ) : (
              <TableSkeleton columnCount={mayManage ? 4 : 3} rowCount={invitations.length} />
            )}
          </TableBody>
        </Table>
      )}
      <ConfirmDialog
        isOpen={withdrawn !== null}
        onOpenChange={() => setWithdrawn(null)}
        title="Delete this invitation?"
        confirmLabel="Delete invitation"
        isDangerous
        onConfirm={async () => {
          if (withdrawn) await withdraw(withdrawn);
        }}
      >
        The link that {withdrawn?.email ?? 'the invitee'} received stops working. This action cannot
        be undone.
      </ConfirmDialog>
    </Card>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  mayManage: boolean;
  onDelete: () => void;
}

function InvitationRow({ invitation, mayManage, onDelete }: InvitationRowProps) {
  const send = useChange({
    run: () => resend(invitation),
    failure: 'Failed to resend invitation. Please try again.',
  });

  return (
    <TableRow>
      <TableCell>
        <div className="flex items-center gap-3">
          <span
            aria-hidden
            className="flex size-8 shrink-0 items-center justify-center rounded-full border border-line-control border-dashed text-ink-faint @max-xl:hidden"
          >
            <MailPlus className="size-4" />
          </span>
          <div className="flex min-w-0 flex-col items-start gap-0.5">
            <Badge tone="error">Invite Pending</Badge>
            <p className="wrap-anywhere text-ink-muted text-xs">{invitation.email}</p>
            <p className="text-ink-muted text-xs @2xl:hidden">
              {roleTexts[invitation.role].title}, {formatDate(invitation.creationDate)}
            </p>
          </div>
        </div>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-2xl:hidden">
        <time dateTime={invitation.creationDate}>{formatDate(invitation.creationDate)}</time>
      </TableCell>
      <TableCell className="text-ink-muted @max-2xl:hidden">
        {roleTexts[invitation.role].title}
      </TableCell>
      {mayManage && (
        <TableCell>
          <div className="flex items-center justify-end gap-1">
            <Button size="sm" isLoading={send.isPending} onClick={() => void send.start()}>
              Resend invite
            </Button>
            <IconButton
              size="sm"
              label={`Delete the invitation of ${invitation.email}`}
              tooltip="Delete invitation"
              icon={<Trash2 className="size-4" />}
              onClick={onDelete}
            />
          </div>
        </TableCell>
      )}
    </TableRow>
  );
}
