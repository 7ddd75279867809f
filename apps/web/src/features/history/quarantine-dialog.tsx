import { quarantineDaysMax, type TestReliability } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { Select } from '#/ui/select.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { toast } from '#/ui/toast.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { beginQuarantine } from './history.queries.ts';

const lifetimes = [
  { value: '1', label: 'One day' },
  { value: '7', label: 'One week' },
  { value: '14', label: 'Two weeks' },
  { value: '30', label: '30 days' },
  { value: String(quarantineDaysMax), label: `${quarantineDaysMax} days` },
];

type KeyedTest = Pick<TestReliability, 'key' | 'name' | 'evidence'>;

interface QuarantineDialogProps {
  suiteId: string;
  /** Undefined while the dialog is closed. */
  test: KeyedTest | undefined;
  onClose: () => void;
}

/** Asks for the reason and the duration of a quarantine. */
export function QuarantineDialog({ suiteId, test, onClose }: QuarantineDialogProps) {
  return (
    <Dialog
      isOpen={test !== undefined}
      onOpenChange={(next) => !next && onClose()}
      title="Put in quarantine"
      description="The test still runs, but can’t fail the run or send alerts. It counts again when the quarantine ends."
    >
      {test !== undefined && <QuarantineForm suiteId={suiteId} test={test} onClose={onClose} />}
    </Dialog>
  );
}

function QuarantineForm({
  suiteId,
  test,
  onClose,
}: {
  suiteId: string;
  test: KeyedTest;
  onClose: () => void;
}) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const [reason, setReason] = useState(
    test.evidence?.offer === 'quarantine' ? test.evidence.why : '',
  );
  const [days, setDays] = useState('7');
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isSaving) return;
    if (reason.trim() === '') return setError('Enter a reason');
    setIsSaving(true);
    try {
      await beginQuarantine(scope, suiteId, {
        test: test.key,
        reason: reason.trim(),
        days: Number(days),
      });
      toast({ title: `“${test.name}” is in quarantine` });
      done();
    } catch (failure) {
      setError(messageOr(failure, 'Failed to put the test in quarantine. Please try again.'));
      setIsSaving(false);
    }
  }

  return (
    <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
      <DialogBody>
        <p className="break-words text-ink text-sm">
          Test <strong className="font-semibold">{test.name}</strong>
        </p>
        <Textarea
          label="Reason"
          placeholder="The balance service is being replaced, BANK-1204"
          rows={3}
          maxLength={500}
          value={reason}
          error={error}
          onChange={(event) => {
            setReason(event.target.value);
            setError(undefined);
          }}
        />
        <Select label="Duration" options={lifetimes} value={days} onChange={setDays} />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isLoading={isSaving}>
          Put in quarantine
        </Button>
      </DialogFooter>
    </form>
  );
}
