import { recordingProblem } from '@parley/suite';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { CopyField } from '#/ui/copy-field.tsx';
import { Dialog } from '#/ui/dialog.tsx';
import { DialogBody, DialogFooter } from '#/ui/dialog-frame.tsx';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { stepWith } from './recording-name.ts';
import { keepRunRecording } from './recordings.queries.ts';

interface KeepRecordingDialogProps {
  runId: string;
  evidenceId: string;
  onClose: () => void;
}

/** Saves the line's side of a step's recording, so that later runs can be compared with it. */
export function KeepRecordingDialog({ runId, evidenceId, onClose }: KeepRecordingDialogProps) {
  const scope = useScope();
  const [name, setName] = useState('prompt.wav');
  const [isAsked, setIsAsked] = useState(false);
  const problem = recordingProblem(name.trim());
  const keep = useChange({
    run: () => keepRunRecording(scope, { runId, evidenceId }, name.trim()),
    failure: 'Failed to save the recording',
    isProblemShown: true,
  });

  if (keep.answer)
    return (
      <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Recording saved">
        <DialogBody>
          <CopyField
            label="Step"
            value={stepWith(keep.answer.name)}
            hint="Passes if a reply is this recording. Needs “syntax: 2”."
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </Dialog>
    );
  return (
    <FormDialog
      title="Save as a recording"
      description="Listen to it first: later runs pass if the line says exactly this. Your own side of the call is left out."
      problem={keep.problem}
      submitLabel="Save"
      isBusy={keep.isPending}
      isDirty={name !== 'prompt.wav'}
      onSubmit={() => {
        setIsAsked(true);
        if (problem) keep.reset();
        else void keep.start(undefined);
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        spellCheck={false}
        value={name}
        error={isAsked && problem ? `Choose another name: ${problem}.` : undefined}
        onChange={({ target }) => setName(target.value)}
      />
    </FormDialog>
  );
}
