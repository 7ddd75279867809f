import { nameLengthMax } from '@parley/contract';
import { useState } from 'react';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import type { SuiteRunner } from './suite-runner.ts';

interface LabelledRunDialogProps {
  runner: SuiteRunner;
  onClose: () => void;
}

/** Starts a run that says which version is tested, and in which environment. */
export function LabelledRunDialog({ runner, onClose }: LabelledRunDialogProps) {
  const [label, setLabel] = useState('');
  const [environment, setEnvironment] = useState('');
  const wanted = {
    ...(label.trim() !== '' && { label: label.trim() }),
    ...(environment.trim() !== '' && { environment: environment.trim() }),
  };
  return (
    <FormDialog
      title="Run with a label"
      submitLabel="Run"
      isBusy={runner.isStarting}
      isDirty={label !== '' || environment !== ''}
      onSubmit={() => void runner.start(wanted).then((isStarted) => isStarted && onClose())}
      onClose={onClose}
    >
      <TextField
        label="Label"
        autoComplete="off"
        maxLength={nameLengthMax}
        value={label}
        onChange={({ target }) => setLabel(target.value)}
        hint="What is tested: a version, branch or commit."
      />
      <TextField
        label="Environment"
        autoComplete="off"
        maxLength={nameLengthMax}
        value={environment}
        onChange={({ target }) => setEnvironment(target.value)}
        hint="Where it runs, such as staging. A run is compared with earlier runs in the same environment."
      />
    </FormDialog>
  );
}
