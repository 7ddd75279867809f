import { pressedKeysMax } from '@parley/contract';
import type { Input } from '@parley/suite';
import { Delete, Hash } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '#/ui/button.tsx';
import { IconButton } from '#/ui/icon-button.tsx';
import { TextField } from '#/ui/text-field.tsx';

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

const names: Record<string, string> = { '*': 'Star', '#': 'Hash' };

interface DialPadProps {
  isDisabled: boolean;
  /** Resolves to true if the keys were accepted. Otherwise they stay in the field. */
  onSay: (input: Input) => Promise<boolean>;
}

/** Phone keys. Users click or type them one by one but send them together, because a menu waits for all of them. */
export function DialPad({ isDisabled, onSay }: DialPadProps) {
  const [digits, setDigits] = useState('');
  const [isPressing, setIsPressing] = useState(false);
  const isReady = digits !== '' && !isDisabled;

  async function press(event: FormEvent) {
    event.preventDefault();
    if (!isReady || isPressing) return;
    setIsPressing(true);
    const isTaken = await onSay({ kind: 'dtmf', digits });
    setIsPressing(false);
    if (isTaken) setDigits('');
  }

  return (
    <form
      onSubmit={(event) => void press(event)}
      noValidate
      aria-label="Dial pad"
      className="flex flex-col gap-2"
    >
      <div className="flex items-end gap-2">
        <TextField
          className="flex-1"
          label="Keys"
          inputMode="tel"
          autoComplete="off"
          placeholder="1234#"
          value={digits}
          maxLength={pressedKeysMax}
          onChange={({ target }) => setDigits(target.value.replaceAll(/[^0-9*#,]/g, ''))}
        />
        <IconButton
          label="Delete last key"
          icon={<Delete className="size-4" aria-hidden />}
          aria-disabled={digits === '' || undefined}
          onClick={() => setDigits(digits.slice(0, -1))}
        />
        <Button
          type="submit"
          icon={<Hash className="size-4" aria-hidden />}
          isLoading={isPressing}
          disabled={!isReady}
        >
          Press
        </Button>
      </div>
      <div className="grid grid-cols-6 gap-1.5">
        {keys.map((key) => (
          <Button
            key={key}
            aria-label={names[key] ?? key}
            onClick={() => setDigits((chosen) => (chosen + key).slice(0, pressedKeysMax))}
            className="tabular"
          >
            {key}
          </Button>
        ))}
      </div>
    </form>
  );
}
