import type { ComponentProps } from 'react';
import { useLiveText } from './use-live-text.ts';

interface LiveTextProps extends Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onFocus'> {
  /** The accessible name. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Any text where nothing is said; another one is shown as wrong. */
  canBe?: (value: string) => boolean;
}

/** A text without a frame that grows with its content and writes each keystroke through. */
export function LiveText({ label, value, onChange, canBe, onBlur, ...textarea }: LiveTextProps) {
  const live = useLiveText(value, onChange, canBe);
  return (
    <textarea
      {...textarea}
      rows={1}
      aria-label={label}
      aria-invalid={(canBe && !canBe(live.value)) || undefined}
      value={live.value}
      onChange={live.onChange}
      onFocus={live.onFocus}
      onBlur={(event) => {
        live.onBlur();
        onBlur?.(event);
      }}
    />
  );
}
