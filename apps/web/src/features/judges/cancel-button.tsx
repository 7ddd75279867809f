import { useScope } from '#/lib/session/scope.ts';
import { Button } from '#/ui/button.tsx';
import { useChange } from '#/ui/use-change.ts';
import { cancelMeasurement, type JudgePlace } from './judges.queries.ts';

/** Stops a measurement of the judge. */
export function CancelButton(place: JudgePlace) {
  const scope = useScope();
  const cancel = useChange({
    run: () => cancelMeasurement(scope, place),
    failure: 'Failed to cancel the measurement',
    done: () => ({ title: 'Measurement cancelled', description: 'Answers so far are kept.' }),
  });
  return (
    <Button size="sm" isLoading={cancel.isPending} onClick={() => void cancel.start(undefined)}>
      Cancel
    </Button>
  );
}
