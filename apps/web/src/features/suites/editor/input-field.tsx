import { type Input, parseInput } from '@parley/suite';
import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { cx } from '#/ui/cx.ts';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { fieldClass, saidFieldClass } from './field-class.ts';
import { inputKinds, kindsFor } from './input-kinds.ts';
import { LiveText } from './live-text.tsx';

interface InputFieldProps {
  input: Input;
  platform: 'webchat' | 'phone';
  stepNumber: number;
  onChange: (input: Input, name?: string) => void;
  /** Enter goes on to what is expected. */
  onEnter: () => void;
}

/** What the tester says or does in a step. A command such as `$OPEN` may also be typed. */
export function InputField({ input, platform, stepNumber, onChange, onEnter }: InputFieldProps) {
  return (
    <div className="flex min-w-0 items-start gap-1">
      <KindMenu {...{ input, platform, stepNumber, onChange }} />
      <InputValue {...{ input, stepNumber, onChange, onEnter }} />
    </div>
  );
}

type KindMenuProps = Pick<InputFieldProps, 'input' | 'platform' | 'stepNumber' | 'onChange'>;

function KindMenu({ input, platform, stepNumber, onChange }: KindMenuProps) {
  const { label, Icon } = inputKinds[input.kind];
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Step ${stepNumber}: ${label}. Change what is done`}
          className="flex h-8 shrink-0 items-center gap-0.5 rounded-md px-1.5 text-accent-ink hover:bg-hover data-popup-open:bg-hover"
        >
          <Icon className="size-4" aria-hidden />
          <ChevronDown className="size-3 text-ink-faint" aria-hidden />
        </button>
      }
    >
      {kindsFor(platform).map((kind) => {
        const { Icon: KindIcon, label: kindLabel, command, initial } = inputKinds[kind];
        return (
          <MenuItem
            key={kind}
            icon={<KindIcon aria-hidden />}
            note={command && <code>{command}</code>}
            onSelect={() => kind !== input.kind && onChange(initial)}
          >
            {kindLabel}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

type InputValueProps = Pick<InputFieldProps, 'input' | 'stepNumber' | 'onChange' | 'onEnter'>;

function InputValue({ input, stepNumber, onChange, onEnter }: InputValueProps) {
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };

  if (input.kind === 'text') {
    return (
      <LiveText
        label={`Step ${stepNumber}: say`}
        placeholder="What the user says"
        value={input.text}
        onChange={(text) => onChange({ kind: 'text', text }, `say ${stepNumber}`)}
        onBlur={() => {
          const command = parseInput(input.text);
          if (command.kind !== 'text') onChange(command);
        }}
        onKeyDown={goOn}
        className={saidFieldClass}
      />
    );
  }
  if (input.kind === 'pause') {
    return (
      <span className="flex h-8 items-center gap-2 text-sm">
        <input
          type="number"
          aria-label={`Step ${stepNumber}: pause in seconds`}
          min={0}
          max={3600}
          step="any"
          value={input.seconds}
          onChange={({ target }) => {
            if (target.value === '') return;
            onChange({ kind: 'pause', seconds: Number(target.value) }, `pause ${stepNumber}`);
          }}
          onKeyDown={goOn}
          className={cx(fieldClass, 'w-20')}
        />
        seconds
      </span>
    );
  }
  if (input.kind === 'dtmf') {
    return (
      <input
        aria-label={`Step ${stepNumber}: keys to press`}
        inputMode="tel"
        value={input.digits}
        onChange={({ target }) => {
          const digits = target.value.toUpperCase().replace(/[^0-9*#A-D,]/g, '');
          if (digits !== '') onChange({ kind: 'dtmf', digits }, `keys ${stepNumber}`);
        }}
        onKeyDown={goOn}
        className={cx(fieldClass, 'w-full font-mono')}
      />
    );
  }
  return (
    <span className="flex min-h-8 items-center text-ink-muted text-sm">
      {inputKinds[input.kind].label}
    </span>
  );
}
