import type { Branch } from '@parley/suite';
import { Plus, X } from 'lucide-react';
import { Button } from '#/ui/button.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { Select } from '#/ui/select.tsx';
import { AssertionLine } from './assertion-line.tsx';
import { emptyAssertion, withoutUndefined } from './edit-suite.ts';

interface BranchLineProps {
  number: number;
  branch: Branch;
  targets: { value: string; label: string }[];
  onChange: (branch: Branch, name?: string) => void;
  onRemove: () => void;
}

/** Target value for the end of the test. A message cannot have this text. */
const end = '$EXIT';

/** A branch: its condition and its target. */
export function BranchLine({ number, branch, targets, onChange, onRemove }: BranchLineProps) {
  const { when, to } = branch;
  const target = to.kind === 'exit' ? end : to.target;
  const isKnown = target === end || targets.some(({ value }) => value === target);
  const options = [
    { value: end, label: 'End of the test' },
    ...targets,
    // A missing target stays selected until the user selects another one.
    ...(isKnown ? [] : [{ value: target, label: `${target} (missing)` }]),
  ];
  return (
    <li
      aria-label={`Branch ${number}`}
      className="flex items-start gap-2 rounded-lg bg-sunken/60 p-2 ring-1 ring-line ring-inset"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {when ? (
          <AssertionLine
            label={`Branch ${number}, condition`}
            assertion={when}
            isRemovable
            onChange={(next, name) => onChange({ when: next, to }, name)}
            onRemove={() => onChange({ to })}
          />
        ) : (
          <p className="flex flex-wrap items-center gap-2 text-ink-muted text-sm">
            Always
            <Button
              size="sm"
              variant="ghost"
              icon={<Plus className="size-3.5" aria-hidden />}
              onClick={() => onChange({ when: emptyAssertion, to })}
            >
              Add a condition
            </Button>
          </p>
        )}
        <Select
          label={`Branch ${number}: go to`}
          options={options}
          value={target}
          onChange={(next) =>
            onChange(
              withoutUndefined({
                when,
                to: next === end ? { kind: 'exit' } : { kind: 'goto', target: next },
              }) as Branch,
            )
          }
        />
      </div>
      <IconButton
        size="sm"
        label={`Remove branch ${number}`}
        icon={<X className="size-3.5" aria-hidden />}
        onClick={onRemove}
      />
    </li>
  );
}
