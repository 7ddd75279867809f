import type { ComponentProps } from 'react';
import { useLiveText } from './use-live-text.ts';

interface LiveTextProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange'> {
  /** The accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A text without a frame that grows with its content and writes each keystroke through. */
export function LiveText({ label, value, onChange, onBlur, ...textarea }: LiveTextProps) {
  const live = useLiveText(value, onChange);
  return (
    <textarea
      {...textarea}
      rows={1}
      aria-label={label}
      value={live.value}
      onChange={live.onChange}
      onBlur={(event) => {
        live.onBlur();
        onBlur?.(event);
      }}
    />
  );
}
