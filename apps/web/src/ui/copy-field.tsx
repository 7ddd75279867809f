import { Check, Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';

const toldMs = 2000;

interface CopyFieldProps {
  label: string;
  value: string;
  hint?: string;
}

/** A text to copy. If the browser denies clipboard access, the text is selected instead. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'selected'>('idle');

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
    } catch {
      input.current?.select();
      setState('selected');
    }
    setTimeout(() => setState('idle'), toldMs);
  }

  const Icon = state === 'copied' ? Check : Copy;
  return (
    // The button stays next to the field, whatever text is below the field.
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2">
      <TextField
        ref={input}
        label={label}
        value={value}
        readOnly
        hint={state === 'selected' ? 'Selected. Press Ctrl+C or Cmd+C to copy.' : hint}
        spellCheck={false}
        onFocus={(event) => event.target.select()}
        className="min-w-0 flex-1 [&_input]:font-mono [&_input]:text-xs"
      />
      <Button
        icon={<Icon className="size-4" aria-hidden />}
        onClick={() => void copy()}
        className="mt-6.5"
      >
        {state === 'copied' ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {state === 'copied' && 'Copied'}
      </span>
    </div>
  );
}
