import type { ReactNode } from 'react';
import { TextField } from '#/ui/text-field.tsx';
import { Textarea } from '#/ui/textarea.tsx';
import { useLiveText } from './use-live-text.ts';

interface SettingProps {
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  /** Undefined if the suite does not set it. The default then applies. */
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  className?: string;
}

export function TextSetting({ value, onChange, ...field }: SettingProps) {
  const live = useLiveText(value ?? '', (text) => onChange(text === '' ? undefined : text));
  return <TextField {...field} {...live} autoComplete="off" spellCheck={false} />;
}

export function TemplateSetting({ value, onChange, ...field }: SettingProps) {
  const live = useLiveText(value ?? '', (text) => onChange(text === '' ? undefined : text));
  return <Textarea {...field} {...live} rows={4} spellCheck={false} />;
}

interface NumberSettingProps extends Omit<SettingProps, 'value' | 'onChange'> {
  value: number | undefined;
  min: number;
  max: number;
  /** True to round fractions. */
  isWhole?: boolean | undefined;
  onChange: (value: number | undefined) => void;
}

/** Field for a number. A value outside the range is marked as invalid and not applied. */
export function NumberSetting(props: NumberSettingProps) {
  const { value, min, max, isWhole, onChange, ...field } = props;
  const isInRange = (text: string) => text !== '' && Number(text) >= min && Number(text) <= max;
  const live = useLiveText(value === undefined ? '' : String(value), (text) => {
    if (text === '') onChange(undefined);
    else if (isInRange(text)) onChange(isWhole ? Math.round(Number(text)) : Number(text));
  });
  const isWrong = live.value !== '' && !isInRange(live.value);
  return (
    <TextField
      {...field}
      {...live}
      type="number"
      step="any"
      min={min}
      max={max}
      error={isWrong ? `Enter a number from ${min} to ${max}` : undefined}
    />
  );
}
