import { nameLengthMax } from '@parley/contract';
import { useState } from 'react';
import {
  EnvironmentSelect,
  useEnvironmentNames,
} from '#/features/environments/environment-select.tsx';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { Select } from '#/ui/select.tsx';
import { TextField } from '#/ui/text-field.tsx';
import type { SuiteRunner } from './suite-runner.ts';

type Tries = 'suite' | 'single' | 'repeated' | 'fixed';

const triesOptions: { value: Tries; label: string }[] = [
  { value: 'suite', label: 'As the suite says' },
  { value: 'single', label: 'A single try of each test' },
  { value: 'repeated', label: 'Until the pass rate is known, at most 50' },
  { value: 'fixed', label: 'Five tries of each test, to compare versions' },
];

interface LabelledRunDialogProps {
  runner: SuiteRunner;
  projectId: string;
  onClose: () => void;
}

/** Starts a run with a label for the tested version, an environment and a number of tries. */
export function LabelledRunDialog({ runner, projectId, onClose }: LabelledRunDialogProps) {
  const names = useEnvironmentNames(projectId);
  const last = names?.includes(runner.lastEnvironment) ? runner.lastEnvironment : '';
  const [label, setLabel] = useState('');
  const [chosen, setChosen] = useState<string>();
  const environment = chosen ?? last;
  const [tries, setTries] = useState<Tries>('suite');
  const wanted = {
    ...(label.trim() !== '' && { label: label.trim() }),
    ...(environment.trim() !== '' && { environment: environment.trim() }),
    ...(tries === 'single' && { repeat: { maxTries: 1 } }),
    ...(tries === 'repeated' && { repeat: { maxTries: 50 } }),
    ...(tries === 'fixed' && { repeat: { tries: 5 } }),
  };
  return (
    <FormDialog
      title="Run with a label"
      submitLabel="Run"
      isBusy={runner.isStarting}
      isDirty={label !== '' || environment !== last || tries !== 'suite'}
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
      {names?.length === 0 ? (
        <TextField
          label="Environment"
          autoComplete="off"
          maxLength={nameLengthMax}
          value={environment}
          onChange={({ target }) => setChosen(target.value)}
          hint="Where it runs, such as staging. A run is compared with earlier runs in the same environment."
        />
      ) : (
        <EnvironmentSelect projectId={projectId} value={environment} onChange={setChosen} />
      )}
      <Select label="Tries" options={triesOptions} value={tries} onChange={setTries} />
    </FormDialog>
  );
}
