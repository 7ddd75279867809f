import { type ComponentProps, useId, useState } from 'react';

interface CommitFieldProps
  extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'onBlur' | 'onKeyDown'> {
  /** The accessible name. */
  label: string;
  value: string;
  /** Called with a valid text once the field is left. */
  onCommit: (value: string) => void;
  canBe: (value: string) => boolean;
  /** Hint shown below an invalid text. */
  refusal: string;
}

/**
 * Field for a name that is used elsewhere. Uses are renamed when the field is left or Enter is pressed rather than on each
 * keystroke, because half of a name may be another name. Escape restores it.
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
