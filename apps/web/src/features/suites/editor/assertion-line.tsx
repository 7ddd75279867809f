import { type Assertion, printToolCheck, printVoiceCheck } from '@parley/suite';
import { Plus, X } from 'lucide-react';
import { IconButton } from '#/ui/icon-button.tsx';
import { AlternativesField } from './alternatives-field.tsx';
import { ComparisonMenu } from './comparison-menu.tsx';
import { withTexts } from './operators.ts';

interface AssertionLineProps {
  assertion: Assertion;
  /** Prefix of the accessible names, for instance "Step 2, expectation 1". */
  label: string;
  isRemovable: boolean;
  onChange: (assertion: Assertion, name?: string) => void;
  onRemove: () => void;
  /** Adds an expectation. Only set for the last line. */
  onAdd?: (() => void) | undefined;
}

const placeholders: Partial<Record<Assertion['operator'], string>> = {
  means: 'Says that the branch is closed',
  soundsLike: 'greeting.wav',
  regex: '/order \\d+/i',
  greater: 'Number',
  greaterOrEqual: 'Number',
  less: 'Number',
  lessOrEqual: 'Number',
};

/** An expectation: the property, the comparison, and alternatives, of which one must match. */
export function AssertionLine(props: AssertionLineProps) {
  const { assertion, label, isRemovable, onChange, onRemove, onAdd } = props;
  const { operator, expected, tools, voice } = assertion;
  const written = tools ? printToolCheck(tools) : voice && printVoiceCheck(voice);
  return (
    <div className="group/line flex min-w-0 items-start gap-1">
      {!written && <ComparisonMenu label={label} assertion={assertion} onChange={onChange} />}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
        {written && (
          <code
            title="Edit in the YAML tab"
            className="min-w-0 break-words py-0.5 text-ink text-xs"
          >
            {written}
          </code>
        )}
        {operator !== 'exists' && (
          <AlternativesField
            label={`${label}: expected`}
            alternatives={expected.map((value) => String(value))}
            placeholder={isRemovable ? (placeholders[operator] ?? 'Expected text') : 'Any reply'}
            isMonospaced={operator === 'regex'}
            onChange={(texts, name) => onChange(withTexts(assertion, texts), name)}
          />
        )}
        {onAdd && (
          <button
            type="button"
            onClick={onAdd}
            className="flex h-6 items-center gap-0.5 rounded-md px-1.5 text-ink-faint text-xs hover:bg-hover hover:text-ink"
          >
            <Plus className="size-3" aria-hidden />
            and <span className="sr-only">add expectation, {label}</span>
          </button>
        )}
      </div>
      <IconButton
        size="sm"
        label={`Remove ${label.charAt(0).toLowerCase()}${label.slice(1)}`}
        icon={<X className="size-3.5" aria-hidden />}
        onClick={onRemove}
        disabled={!isRemovable}
        className="mt-0.5 opacity-0 focus-visible:opacity-100 disabled:invisible group-hover/line:opacity-100 pointer-coarse:opacity-100"
      />
    </div>
  );
}
