import type { Outcome } from '@parley/suite';
import { type FormEvent, useState } from 'react';
import { messageOr } from '#/lib/message-or.ts';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { toast } from '#/ui/toast.ts';
import { useWhileShown } from '#/ui/use-while-shown.ts';
import { overrideVerdict } from './runs.queries.ts';

const verdicts = [
  { value: 'passed', label: 'Passed' },
  { value: 'failed', label: 'Failed' },
  { value: 'error', label: 'Error' },
] as const;

type Verdict = (typeof verdicts)[number]['value'];

/** A verdict that can be overridden, with its current state. */
export interface VerdictPlace {
  test: number;
  step?: number;
  /** Name of the test or step, such as “Opening hours”, step 2. */
  name: string;
  outcome: Outcome;
  /** The measured verdict, if it is overridden. */
  measured?: Outcome | undefined;
}

interface OverrideDialogProps {
  runId: string;
  place: VerdictPlace;
  onClose: () => void;
}

/** Overrides a verdict with a reason, or removes the override. */
export function OverrideDialog({ runId, place, onClose }: OverrideDialogProps) {
  const scope = useScope();
  const done = useWhileShown(onClose);
  const { test, step, name, outcome, measured } = place;
  const [verdict, setVerdict] = useState<Verdict>(outcome === 'passed' ? 'failed' : 'passed');
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busyWith, setBusyWith] = useState<'override' | 'take-back'>();

  async function save(to: Verdict | null) {
    if (busyWith) return;
    if (reason.trim().length < 3) return setProblem('Enter a reason, so that others understand.');
    setBusyWith(to === null ? 'take-back' : 'override');
    try {
      await overrideVerdict(scope, runId, { test, step, outcome: to, reason: reason.trim() });
      toast({ variant: 'success', title: 'Verdict overridden' });
      done();
    } catch (error) {
      setProblem(messageOr(error, 'Failed to override the verdict'));
      setBusyWith(undefined);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void save(verdict);
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Override verdict"
      description={`${name} is ${outcome}${measured ? `, measured as ${measured}` : ''}. The measured verdict is kept, and everyone can see who overrode it and why.`}
    >
      <form className="contents" noValidate onSubmit={submit}>
        <DialogBody>
          <div className="flex flex-col items-start gap-1.5">
            <p aria-hidden className="font-medium text-ink text-sm">
              New verdict
            </p>
            <SegmentedControl
              label="New verdict"
              value={verdict}
              onChange={setVerdict}
              segments={verdicts.filter(({ value }) => value !== outcome)}
            />
          </div>
          <Textarea
            label="Reason"
            hint="Sent alerts aren’t recalled; monitors use the measured result."
            rows={3}
            maxLength={500}
            value={reason}
            error={problem}
            onChange={({ target }) => {
              setReason(target.value);
              setProblem(undefined);
            }}
          />
        </DialogBody>
        <DialogFooter>
          {measured && (
            <Button
              className="mr-auto"
              isLoading={busyWith === 'take-back'}
              aria-disabled={busyWith !== undefined}
              onClick={() => void save(null)}
            >
              Remove override
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            isLoading={busyWith === 'override'}
            aria-disabled={busyWith !== undefined}
          >
            Override
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
