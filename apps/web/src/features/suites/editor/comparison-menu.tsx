import type { Assertion } from '@parley/suite';
import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { cx } from '#/ui/cx.ts';
import { Popover } from '#/ui/popover.tsx';
import { Select } from '#/ui/select.tsx';
import { fieldClass } from './field-class.ts';
import { isKept } from './is-kept.ts';
import { choiceOf, labelOf, operatorChoices, withOperator } from './operators.ts';
import { useLiveText } from './use-live-text.ts';

interface ComparisonMenuProps {
  /** Prefix of the accessible name, for instance "Step 2, expectation 1". */
  label: string;
  assertion: Assertion;
  onChange: (assertion: Assertion, name?: string) => void;
}

/** Shows the property and the comparison of an expectation, and opens a menu to change them. */
export function ComparisonMenu({ label, assertion, onChange }: ComparisonMenuProps) {
  const subject = assertion.property === 'prompt' ? 'Reply' : assertion.property;
  const comparison = labelOf(assertion);
  return (
    <Popover
      label="Comparison"
      className="flex w-72 flex-col gap-3 p-3"
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${subject} ${comparison}. Change the comparison`}
          className="flex min-h-8 max-w-44 shrink-0 items-center gap-1 rounded-md px-1.5 text-left text-ink-muted text-sm hover:bg-hover hover:text-ink data-popup-open:bg-hover"
        >
          <span className="min-w-0">
            <span className={cx('break-all', subject !== 'Reply' && 'font-mono text-xs')}>
              {subject}
            </span>{' '}
            {comparison}
          </span>
          <ChevronDown className="size-3 shrink-0 text-ink-faint" aria-hidden />
        </button>
      }
    >
      <PropertyField
        value={assertion.property}
        canBe={(property) => isKept({ ...assertion, property })}
        onChange={(property) => onChange({ ...assertion, property }, `${label} property`)}
      />
      <Select
        label="Comparison"
        options={offeredFor(assertion)}
        value={choiceOf(assertion)}
        onChange={(value) => onChange(withOperator(assertion, value))}
      />
    </Popover>
  );
}

/**
 * Operators to offer. A comparison with a recording can only be written in the text, because the recording must exist as
 * well.
 */
const offeredFor = (assertion: Assertion) =>
  operatorChoices.filter(
    ({ operator }) => operator !== 'soundsLike' || assertion.operator === 'soundsLike',
  );

/** Common properties. Users can type any other path into the reply. */
const suggestions = [
  ['prompt', 'Reply text'],
  ['quickReplies', 'Button titles'],
  ['buttons[0].title', 'Title of the first button'],
  ['messages[0]', 'First message'],
  ['messages.length', 'Number of messages'],
  ['attachments[0].type', 'Type of the first attachment'],
  ['latency', 'Milliseconds until the first message'],
  ['payload', 'Raw response'],
  ['events[*].name', 'Names of events without text'],
] as const;

interface PropertyFieldProps {
  value: string;
  canBe: (property: string) => boolean;
  onChange: (property: string) => void;
}

/** Field for a property. A property that the text of a suite cannot express is marked as invalid and not applied. */
function PropertyField({ value, canBe, onChange }: PropertyFieldProps) {
  const id = useId();
  const live = useLiveText(value, (property) => canBe(property) && onChange(property));
  return (
    <div className="flex flex-col">
      <label htmlFor={id} className="mb-1.5 self-start font-medium text-ink text-sm">
        Property
      </label>
      <input
        {...live}
        id={id}
        list={`${id}-list`}
        aria-invalid={!canBe(live.value) || undefined}
        aria-describedby={`${id}-hint`}
        spellCheck={false}
        autoComplete="off"
        className={cx(fieldClass, 'w-full font-mono text-xs')}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-ink-muted text-xs">
        <code>prompt</code> is the reply text. Others: <code>quickReplies</code>,{' '}
        <code>latency</code>, or a path such as <code>messages[0]</code>.
      </p>
      <datalist id={`${id}-list`}>
        {suggestions.map(([property, meaning]) => (
          <option key={property} value={property}>
            {meaning}
          </option>
        ))}
      </datalist>
    </div>
  );
}
