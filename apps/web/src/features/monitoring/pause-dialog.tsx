import type { Monitor } from '@parley/contract';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { TextField } from '#/ui/text-field.tsx';
import { useChange } from '#/ui/use-change.ts';
import { pauseMonitor } from './monitoring.queries.ts';

interface PauseDialogProps {
  monitor: Pick<Monitor, 'suiteId' | 'suiteName'>;
  onClose: () => void;
}

/** Asks for the end of a pause, in the browser's time zone. */
export function PauseDialog({ monitor: { suiteId, suiteName }, onClose }: PauseDialogProps) {
  const scope = useScope();
  const [until, setUntil] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const pause = useChange({
    run: (end: Date) => pauseMonitor(scope, suiteId, end.toISOString()),
    failure: 'Failed to pause the monitor',
    isProblemShown: true,
    done: () => ({ title: 'Monitor paused' }),
    onDone: onClose,
  });

  function submit() {
    const end = new Date(until);
    if (Number.isNaN(end.getTime())) return setIsMissing(true);
    void pause.start(end);
  }

  return (
    <FormDialog
      title="Pause until"
      description={suiteName}
      submitLabel="Pause"
      isBusy={pause.isPending}
      isDirty={until !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        type="datetime-local"
        label="The monitor resumes at this time"
        hint="Your local time, at most a year ahead."
        value={until}
        error={isMissing ? 'Choose a date and a time.' : pause.problem}
        onChange={({ target }) => {
          setUntil(target.value);
          setIsMissing(false);
          pause.reset();
        }}
      />
    </FormDialog>
  );
}
