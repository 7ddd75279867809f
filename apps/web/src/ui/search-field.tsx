import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { TextField } from './text-field.tsx';

interface SearchFieldProps {
  /** The current search text. */
  value: string;
  /** Called when typing has paused for `delayMs`, and immediately when the field is cleared. */
  onChange: (value: string) => void;
  delayMs: number;
  placeholder: string;
  label?: string;
  className?: string;
}

export function SearchField({
  value,
  onChange,
  delayMs,
  placeholder,
  label = placeholder.replace(/\.+$/, ''),
  className,
}: SearchFieldProps) {
  const [draft, setDraft] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const input = useRef<HTMLInputElement>(null);

  // A value that changed outside the field (back button, reset) replaces the draft, unless it differs only by trimming: after
  // a space, the user may type another word.
  useEffect(() => setDraft((draft) => (draft.trim() === value.trim() ? draft : value)), [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function type(next: string) {
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChange(next), next === '' ? 0 : delayMs);
  }

  return (
    <TextField
      ref={input}
      type="search"
      label={label}
      isLabelHidden
      placeholder={placeholder}
      value={draft}
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || draft === '') return;
        event.stopPropagation();
        type('');
      }}
      leading={<Search aria-hidden />}
      trailing={
        draft !== '' && (
          <button
            type="button"
            aria-label="Clear search"
            onClick={() => {
              type('');
              input.current?.focus();
            }}
            className="flex size-6 items-center justify-center rounded-sm text-ink-faint hover:text-ink"
          >
            <X className="size-3.5" aria-hidden />
          </button>
        )
      }
      className={cx('min-w-0', className)}
    />
  );
}
