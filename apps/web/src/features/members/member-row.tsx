import type { Member } from '@parley/contract';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '#/lib/format-time.ts';
import { useAuthStore } from '#/lib/session/auth-store.ts';
import { reloadUser } from '#/lib/session/session.ts';
import { Avatar } from '#/ui/avatar.tsx';
import { Badge } from '#/ui/badge.tsx';
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Select } from '#/ui/select.tsx';
import { TableCell, TableRow } from '#/ui/table.tsx';
import { useChange } from '#/ui/use-change.ts';
import { updateRole } from './member-actions.ts';
import { type AssignableRole, roleOptions, roleTexts } from './roles.ts';

interface MemberRowProps {
  member: Member;
  mayManage: boolean;
  onRemove: () => void;
}

export function MemberRow({ member, mayManage, onRemove }: MemberRowProps) {
  const isSelf = useIsSelf(member);
  const isEditable = mayManage && member.role !== 'owner';
  return (
    <TableRow>
      <TableCell className="w-full max-w-0 min-w-44">
        <div className="flex items-center gap-3">
          <Avatar name={member.name || member.email} className="@max-xl:hidden" />
          <div className="min-w-0">
            <p className="flex items-center gap-2 font-medium">
              <span className="truncate">{member.name || member.email}</span>
              {isSelf && <Badge tone="accent">You</Badge>}
            </p>
            <p className="wrap-anywhere text-ink-muted text-xs">{member.email}</p>
            <p className="text-ink-muted text-xs @3xl:hidden">
              Since {formatDate(member.addedDate)}
              <span className="@2xl:hidden">
                {' · '}Last active {member.lastActive ? formatDate(member.lastActive) : '-'}
              </span>
            </p>
          </div>
        </div>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-3xl:hidden">
        <time dateTime={member.addedDate}>{formatDate(member.addedDate)}</time>
      </TableCell>
      <TableCell className="whitespace-nowrap text-ink-muted @max-2xl:hidden">
        {member.lastActive ? (
          <time dateTime={member.lastActive}>{formatDate(member.lastActive)}</time>
        ) : (
          '-'
        )}
      </TableCell>
      <TableCell className="w-36 sm:w-44">
        {isEditable ? (
          <RoleSelect member={member} isSelf={isSelf} />
        ) : (
          <span className="text-ink-muted">{roleTitle(member.role)}</span>
        )}
      </TableCell>
      {mayManage && (
        <TableCell className="w-12 text-right">
          {isEditable && (
            <IconButton
              size="sm"
              label={`Remove ${member.name || member.email}`}
              tooltip="Remove member"
              icon={<Trash2 className="size-4" />}
              onClick={onRemove}
            />
          )}
        </TableCell>
      )}
    </TableRow>
  );
}

interface RoleSelectProps {
  member: Member;
  isSelf: boolean;
}

/**
 * Changes the role immediately, but asks for confirmation before administrators give up their own rights. While a role is
 * being saved, another choice is ignored; disabling the list instead would lose the focus.
 */
function RoleSelect({ member, isSelf }: RoleSelectProps) {
  const navigate = useNavigate();
  const [asked, setAsked] = useState<AssignableRole | null>(null);
  const update = useChange({
    run: async (role: AssignableRole) => {
      if ((await updateRole(member, role)) && isSelf) await leave();
    },
    failure: 'Your account could not be read again. Reload the page.',
  });

  async function leave() {
    await reloadUser();
    await navigate({ to: '/' });
  }

  return (
    <>
      <Select
        label={`Role of ${member.name || member.email}`}
        isLabelHidden
        size="sm"
        options={roleOptions}
        value={member.role === 'owner' ? null : member.role}
        onChange={(role) => {
          if (role === member.role) return;
          if (isSelf) setAsked(role);
          else void update.start(role);
        }}
      />
      <ConfirmDialog
        isOpen={asked !== null}
        onOpenChange={() => setAsked(null)}
        title="Give up your own administrator role?"
        confirmLabel="Change my role"
        isDangerous
        onConfirm={() => asked && update.start(asked)}
      >
        You will no longer manage members and invitations. Only another administrator can give the
        role back to you.
      </ConfirmDialog>
    </>
  );
}

function useIsSelf(member: Member): boolean {
  const email = useAuthStore(({ user }) => user?.email);
  return member.email.toLowerCase() === email?.toLowerCase();
}

function roleTitle(role: Member['role']): string {
  return role === 'owner' ? 'Owner' : roleTexts[role].title;
}
