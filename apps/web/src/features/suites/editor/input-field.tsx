import { describeInput, type Input, parseInput } from '@parley/suite';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { cx } from '#/ui/cx.ts';
import { Menu, MenuItem } from '#/ui/menu.tsx';
import { useEditor } from './editor-context.tsx';
import { fieldClass, saidFieldClass } from './field-class.ts';
import { inputKinds, keysIn, kindsFor, pauseSecondsMax, secondsIn } from './input-kinds.ts';
import { LiveText } from './live-text.tsx';
import { newUse, UseField } from './use-field.tsx';
import { useLiveText } from './use-live-text.ts';

interface InputFieldProps {
  input: Input;
  platform: 'webchat' | 'phone';
  stepNumber: number;
  onChange: (input: Input, name?: string) => void;
  /** Called on Enter, to move on to the expectation. */
  onEnter: () => void;
}

/** The tester's message or action in a step. Commands such as `$OPEN` can also be typed; `\$OPEN` is plain text. */
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
  const [block] = useEditor(({ suite }) => suite.blocks) ?? [];
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Step ${stepNumber}: ${label}. Change the action`}
          className="flex h-8 shrink-0 items-center gap-0.5 rounded-md px-1.5 text-accent-ink hover:bg-hover data-popup-open:bg-hover"
        >
          <Icon className="size-4" aria-hidden />
          <ChevronDown className="size-3 text-ink-faint" aria-hidden />
        </button>
      }
    >
      {block && (
        <MenuItem
          icon={<inputKinds.use.Icon aria-hidden />}
          note={<code>{inputKinds.use.command}</code>}
          onSelect={() => input.kind !== 'use' && onChange(newUse(block))}
        >
          {inputKinds.use.label}
        </MenuItem>
      )}
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
  /** The message before the user typed; undefined if nothing was typed since the field got the focus. */
  const before = useRef<string>(undefined);
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
        onChange={(text) => {
          before.current ??= input.text;
          onChange({ kind: 'text', text }, `say ${stepNumber}`);
        }}
        onBlur={() => {
          const isTyped = before.current !== undefined && before.current !== input.text;
          before.current = undefined;
          if (!isTyped) return;
          const meant = parseInput(input.text);
          if (meant.kind !== 'text' || meant.text !== input.text) onChange(meant);
        }}
        onKeyDown={goOn}
        className={saidFieldClass}
      />
    );
  }
  if (input.kind === 'pause') {
    return (
      <PauseField
        label={`Step ${stepNumber}: pause in seconds`}
        seconds={input.seconds}
        onChange={(seconds) => onChange({ kind: 'pause', seconds }, `pause ${stepNumber}`)}
        onKeyDown={goOn}
      />
    );
  }
  if (input.kind === 'dtmf') {
    return (
      <KeysField
        label={`Step ${stepNumber}: keys to press`}
        digits={input.digits}
        onChange={(digits) => onChange({ kind: 'dtmf', digits }, `keys ${stepNumber}`)}
        onKeyDown={goOn}
      />
    );
  }
  if (input.kind === 'use') return <UseField {...{ input, stepNumber, onChange }} />;
  if (input.kind === 'check') {
    return (
      <span className="flex min-h-8 min-w-0 items-center text-ink-muted text-sm wrap-anywhere">
        {describeInput(input)}
      </span>
    );
  }
  return (
    <span className="flex min-h-8 items-center text-ink-muted text-sm">
      {inputKinds[input.kind].label}
    </span>
  );
}

interface PauseFieldProps {
  label: string;
  seconds: number;
  onChange: (seconds: number) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Field for the length of a pause. An invalid value is marked and not applied. */
function PauseField({ label, seconds, onChange, onKeyDown }: PauseFieldProps) {
  const live = useLiveText(String(seconds), (text) => {
    const typed = secondsIn(text);
    if (typed !== undefined) onChange(typed);
  });
  return (
    <span className="flex h-8 items-center gap-2 text-sm">
      <input
        {...live}
        type="number"
        aria-label={label}
        aria-invalid={secondsIn(live.value) === undefined || undefined}
        min={0}
        max={pauseSecondsMax}
        step="any"
        onKeyDown={onKeyDown}
        className={cx(fieldClass, 'w-20')}
      />
      seconds
    </span>
  );
}

interface KeysFieldProps extends Pick<PauseFieldProps, 'label' | 'onKeyDown'> {
  digits: string;
  onChange: (digits: string) => void;
}

function KeysField({ label, digits, onChange, onKeyDown }: KeysFieldProps) {
  const live = useLiveText(digits, (text) => text !== '' && onChange(text));
  return (
    <input
      {...live}
      aria-label={label}
      aria-invalid={live.value === '' || undefined}
      inputMode="tel"
      onChange={({ target }) => live.onChange({ target: { value: keysIn(target.value) } })}
      onKeyDown={onKeyDown}
      className={cx(fieldClass, 'w-full font-mono')}
    />
  );
}
