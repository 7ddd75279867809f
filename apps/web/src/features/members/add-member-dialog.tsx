import type { Invitation, Member } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#/ui/dialog.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useDebounced } from '#/ui/use-debounced.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
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
  const done = useWhileShown(onClose);
  const [email, setEmail] = useState('');
  const [chosenRole, setChosenRole] = useState<AssignableRole | null>(null);
  const [isSending, setIsSending] = useState(false);
  const settledEmail = useDebounced(email, checkDelayMs);
  const check = checkInviteEmail(settledEmail, { members, invitations });
  const invited = invitations.find(({ id }) => id === check.invitationId);
  const role = chosenRole ?? invited?.role ?? defaultRole;
  const isReady = settledEmail === email && check.isValid;

  async function send(event: FormEvent) {
    event.preventDefault();
    if (!isReady || isSending) return;
    setIsSending(true);
    const isSent = await (invited ? resend(invited, role) : invite(email, role));
    setIsSending(false);
    if (isSent) done();
  }

  return (
    <form className="contents" onSubmit={(event) => void send(event)}>
      <DialogBody>
        <TextField
          label="Email address"
          // Not type="email": the browser would trim what the rules speak about.
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
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isLoading={isSending} disabled={!isReady}>
          {isSending ? 'Sending Invitation...' : 'Send Invitation'}
        </Button>
      </DialogFooter>
    </form>
  );
}
