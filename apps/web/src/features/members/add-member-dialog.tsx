import type { Invitation, Member } from '@parley/contract';
import { useState } from 'react';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogForm } from '#/ui/dialog-form.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { useDebounced } from '#/ui/use-debounced.ts';
import { checkInviteEmail } from './check-invite-email.ts';
import { invite, resend } from './member-actions.ts';
import { type AssignableRole, defaultRole, roleOptions } from './roles.ts';
import { RoleDescription } from './roles-help.tsx';

const checkDelayMs = 300;

interface AddMemberDialogProps {
  isOpen: boolean;
  onClose: () => void;
  members: Member[];
  invitations: Invitation[];
}

export function AddMemberDialog({ isOpen, onClose, members, invitations }: AddMemberDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Add New Member"
      description="The invitee receives an email with a link to join. To add several members, invite them one at a time."
    >
      <AddMemberForm onClose={onClose} members={members} invitations={invitations} />
    </Dialog>
  );
}

function AddMemberForm({ onClose, members, invitations }: Omit<AddMemberDialogProps, 'isOpen'>) {
  const [email, setEmail] = useState('');
  const [chosenRole, setChosenRole] = useState<AssignableRole | null>(null);
  const settledEmail = useDebounced(email, checkDelayMs);
  const check = checkInviteEmail(settledEmail, { members, invitations });
  const invited = invitations.find(({ id }) => id === check.invitationId);
  const role = chosenRole ?? invited?.role ?? defaultRole;
  const isReady = settledEmail === email && check.isValid;

  const send = useChange({
    run: () => (invited ? resend(invited, role) : invite(email, role)),
    failure: 'Failed to send invitation. Please try again.',
    onDone: (isSent) => isSent && onClose(),
  });

  return (
    <DialogForm
      submitLabel={send.isPending ? 'Sending Invitation...' : 'Send Invitation'}
      isBusy={send.isPending}
      isDirty={email !== ''}
      isBlocked={!isReady}
      onSubmit={() => void (isReady && send.start())}
    >
      <TextField
        label="Email address"
        // Not type="email", because the browser would trim spaces that the dialog's rules check.
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@company.com"
        value={email}
        error={check.isValid ? undefined : check.message}
        hint={check.isValid ? check.message : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Select label="Role" options={roleOptions} value={role} onChange={setChosenRole} />
      <div className="rounded-md bg-sunken px-3 py-2.5 text-ink-muted text-sm ring-1 ring-line ring-inset">
        <RoleDescription role={role} />
      </div>
    </DialogForm>
  );
}
