import type { JudgeView } from '@parley/contract';
import { useState } from 'react';
import { useScope } from '#/lib/session/scope.ts';
import { Checkbox } from '#/ui/checkbox.tsx';
import { FormDialog } from '#/ui/form-dialog.tsx';
import { useChange } from '#/ui/use-change.ts';
import { costInWords } from './cost-in-words.ts';
import { measureStability } from './judges.queries.ts';
import { type PerturbationName, perturbationNames } from './perturbation-names.ts';

interface StabilityDialogProps {
  judge: JudgeView;
  projectId: string;
  onClose: () => void;
}

/** Selects the changes to ask the judge with, and shows the cost before the measurement starts. */
export function StabilityDialog({ judge, projectId, onClose }: StabilityDialogProps) {
  const scope = useScope();
  const { perturbations } = judge.stability;
  const open = perturbations.filter(({ cost }) => cost.requests > 0);
  const [chosen, setChosen] = useState<PerturbationName[]>(open.map(({ name }) => name));
  const start = useChange({
    run: () => measureStability(scope, { projectId, name: judge.name }, chosen),
    failure: 'Failed to start the measurement',
    isProblemShown: true,
    onDone: onClose,
  });
  const toggle = (name: PerturbationName, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, name] : chosen.filter((one) => one !== name));
  const costs = open.filter(({ name }) => chosen.includes(name)).map(({ cost }) => cost);
  const total = {
    requests: costs.reduce((sum, { requests }) => sum + requests, 0),
    tokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
  };
  return (
    <FormDialog
      title="Measure stability"
      description="The judge is asked again about replies that people labeled. None of these changes may change its verdict."
      onClose={onClose}
      submitLabel="Measure"
      isDirty={false}
      isBusy={start.isPending}
      isBlocked={chosen.length === 0}
      problem={start.problem}
      onSubmit={() => void start.start(undefined)}
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="mb-2 text-ink text-sm">Ask again with</legend>
        {perturbations.map(({ name, cost, asked, applicable }) => (
          <Checkbox
            key={name}
            label={perturbationNames[name]}
            hint={hintOf(cost, asked, applicable)}
            disabled={cost.requests === 0}
            checked={chosen.includes(name)}
            onChange={({ target }) => toggle(name, target.checked)}
          />
        ))}
      </fieldset>
      <p className="text-ink text-sm">
        {`Together: ${costInWords(total)}. Your model’s provider charges for them.`}
      </p>
    </FormDialog>
  );
}

function hintOf(cost: { requests: number; tokens: number }, asked: number, applicable: number) {
  if (applicable === 0) return 'Doesn’t apply to any labeled reply';
  if (cost.requests === 0) return `Measured on ${asked} of ${applicable} replies`;
  return costInWords(cost);
}
