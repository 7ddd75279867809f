import type { Monitor } from '@parley/contract';
import { type FormEvent, useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { toast } from '#/ui/toast.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { pauseMonitor } from './monitoring.queries.ts';

interface PauseDialogProps {
  monitor: Pick<Monitor, 'suiteId' | 'suiteName'>;
  onClose: () => void;
}

/** Asks until when monitoring is paused, in local time. */
export function PauseDialog({ monitor: { suiteId, suiteName }, onClose }: PauseDialogProps) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const [until, setUntil] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const end = new Date(until);
    if (Number.isNaN(end.getTime())) return setProblem('Choose a date and a time.');
    setIsSaving(true);
    try {
      await pauseMonitor(scope, suiteId, end.toISOString());
      toast({ variant: 'success', title: 'Monitor paused' });
      done();
    } catch (error) {
      setProblem(messageOr(error, 'Failed to pause the monitor'));
      setIsSaving(false);
    }
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Pause until"
      description={suiteName}
    >
      <form className="contents" noValidate onSubmit={(event) => void submit(event)}>
        <DialogBody>
          <TextField
            type="datetime-local"
            label="The monitor resumes at this time"
            hint="Your local time, at most a year ahead."
            value={until}
            error={problem}
            onChange={({ target }) => {
              setUntil(target.value);
              setProblem(undefined);
            }}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isLoading={isSaving}>
            Pause
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
