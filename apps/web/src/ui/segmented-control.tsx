import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

interface SegmentedControlProps<Value extends string> {
  /** Accessible name of the radio group. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  segments: readonly Segment<Value>[];
  /** Shows only icons. Screen readers announce the labels. */
  isIconOnly?: boolean;
  className?: string;
}

/** A choice between a few visible options: radio buttons in a row. */
export function SegmentedControl<Value extends string>({
  label,
  value,
  onChange,
  segments,
  isIconOnly = false,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <fieldset
      className={cx(
        'inline-flex h-8 shrink-0 rounded-md bg-segments p-0.5 ring-1 ring-line ring-inset',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {segments.map((segment) => (
        <label
          key={segment.value}
          title={isIconOnly ? segment.label : undefined}
          className={cx(
            'flex min-w-7 flex-auto items-center justify-center gap-1.5 whitespace-nowrap rounded-sm font-medium text-ink-muted text-sm transition-colors hover:text-ink has-checked:bg-segment has-checked:text-ink has-checked:shadow-control has-focus-visible:outline-2 has-focus-visible:outline-accent-ink [&>svg]:size-4',
            !isIconOnly && 'px-2.5',
          )}
        >
          <input
            type="radio"
            name={name}
            value={segment.value}
            checked={segment.value === value}
            onChange={() => onChange(segment.value)}
            className="sr-only"
          />
          {segment.icon}
          <span className={isIconOnly ? 'sr-only' : undefined}>{segment.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
