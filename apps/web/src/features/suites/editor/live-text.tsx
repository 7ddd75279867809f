import { type ComponentProps, useId } from 'react';
import { useLiveText } from './use-live-text.ts';

interface LiveTextProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onFocus'> {
  /** Accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Returns false for invalid texts, which are then marked. Accepts every text by default. */
  canBe?: (value: string) => boolean;
  /** Shown below an invalid text. */
  refusal?: string;
}

/** A text field that grows with its content and applies every keystroke. */
export function LiveText(props: LiveTextProps) {
  const { label, value, onChange, canBe, refusal, onBlur, ...textarea } = props;
  const live = useLiveText(value, onChange, canBe);
  const refusalId = useId();
  const isWrong = canBe !== undefined && !canBe(live.value);
  const isExplained = isWrong && refusal !== undefined;
  return (
    <>
      <textarea
        {...textarea}
        rows={1}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isExplained ? refusalId : undefined}
        value={live.value}
        onChange={live.onChange}
        onFocus={live.onFocus}
        onBlur={(event) => {
          live.onBlur();
          onBlur?.(event);
        }}
      />
      {isExplained && (
        <span id={refusalId} className="block font-normal text-failed text-xs">
          {refusal}
        </span>
      )}
    </>
  );
}
