import { type ComponentProps, useId, useState } from 'react';

interface CommitFieldProps
  extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  /** Accessible name. */
  label: string;
  value: string;
  /** Called with a valid text when the user leaves the field or presses Enter. */
  onCommit: (value: string) => void;
  canBe: (value: string) => boolean;
  /** Shown below an invalid text. */
  refusal: string;
}

/**
 * Field for a name that is used elsewhere. Uses are only renamed when the user leaves the field or presses Enter, because a
 * half-typed name can be another valid name. Escape restores the name.
 */
export function CommitField(props: CommitFieldProps) {
  const { label, value, onCommit, canBe, refusal, ...input } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const refusalId = useId();
  const shown = typed ?? value;
  const isWrong = typed !== null && typed !== value && !canBe(typed.trim());
  function commit() {
    const next = typed?.trim();
    setTyped(null);
    if (next !== undefined && next !== value && canBe(next)) onCommit(next);
  }
  return (
    <>
      <input
        {...input}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? refusalId : undefined}
        value={shown}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const isSave = event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey);
          if (event.key === 'Enter' || isSave) commit();
          else if (event.key === 'Escape' && typed !== null) setTyped(null);
          else return;
          if (!isSave) event.preventDefault();
        }}
      />
      {isWrong && (
        <span id={refusalId} className="block font-normal text-failed text-xs">
          {refusal}
        </span>
      )}
    </>
  );
}
