import { Plus, X } from 'lucide-react';
import { Fragment, type KeyboardEvent, useRef } from 'react';
import { cx } from '#/ui/cx.ts';
import { removeAt, replaceAt } from './edit-suite.ts';
import { growingFieldClass } from './field-class.ts';
import { LiveText } from './live-text.tsx';

interface AlternativesFieldProps {
  /** Prefix of the accessible names, for instance "Step 2: expected". */
  label: string;
  alternatives: string[];
  placeholder: string;
  isMonospaced: boolean;
  onChange: (alternatives: string[], name?: string) => void;
}

/** Alternative texts, each in its own field. Enter adds one; Backspace in an empty field removes it. */
export function AlternativesField({
  label,
  alternatives,
  placeholder,
  isMonospaced,
  onChange,
}: AlternativesFieldProps) {
  const group = useRef<HTMLDivElement>(null);

  function focus(index: number) {
    // The field only exists after React has rendered the edit.
    requestAnimationFrame(() => {
      group.current?.querySelectorAll('textarea')[Math.max(0, index)]?.focus();
    });
  }

  function add() {
    onChange([...alternatives, '']);
    focus(alternatives.length);
  }

  function remove(index: number) {
    onChange(removeAt(alternatives, index));
    focus(index - 1);
  }

  function press(event: KeyboardEvent, index: number) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (alternatives[index] !== '') add();
    }
    if (event.key === 'Backspace' && alternatives[index] === '' && alternatives.length > 1) {
      event.preventDefault();
      remove(index);
    }
  }

  /** Removes empty texts unless all are empty, because an empty text matches every reply. */
  function tidyUp() {
    const filled = alternatives.filter((text) => text !== '');
    if (filled.length > 0 && filled.length < alternatives.length) onChange(filled);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears of the focus leaving its fields
    <div
      ref={group}
      onBlur={({ relatedTarget }) => !group.current?.contains(relatedTarget) && tidyUp()}
      className="contents"
    >
      {alternatives.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an alternative is its place
        <Fragment key={index}>
          {index > 0 && <span className="px-0.5 text-ink-faint text-xs">or</span>}
          <span className="relative flex min-w-32 max-w-full flex-auto">
            <LiveText
              label={index === 0 ? label : `${label}, alternative ${index + 1}`}
              placeholder={placeholder}
              data-expected={index === 0 || undefined}
              value={text}
              onChange={(next) =>
                onChange(
                  replaceAt(alternatives, index, () => next),
                  `${label} ${index}`,
                )
              }
              onKeyDown={(event) => press(event, index)}
              className={cx(
                growingFieldClass,
                isMonospaced && 'font-mono',
                alternatives.length > 1 && 'pr-7',
              )}
            />
            {alternatives.length > 1 && (
              <button
                type="button"
                aria-label={`Remove alternative ${index + 1}`}
                onClick={() => remove(index)}
                className="absolute top-1 right-0.5 flex size-6 items-center justify-center rounded-sm text-ink-faint hover:text-ink"
              >
                <X className="size-3.5" aria-hidden />
              </button>
            )}
          </span>
        </Fragment>
      ))}
      <button
        type="button"
        onClick={add}
        className="flex h-6 items-center gap-0.5 rounded-md px-1.5 text-ink-faint text-xs hover:bg-hover hover:text-ink"
      >
        <Plus className="size-3" aria-hidden />
        or <span className="sr-only">add alternative, {label}</span>
      </button>
    </div>
  );
}
