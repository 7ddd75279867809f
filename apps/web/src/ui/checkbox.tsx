import { Check } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { FieldMessage } from './field-frame.tsx';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
}

export function Checkbox({ label, hint, error, className, id: givenId, ...input }: CheckboxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={cx('flex flex-col', className)}>
      <label htmlFor={id} className="flex min-h-6 items-start gap-2.5 text-ink text-sm">
        <span className="relative mt-0.5 flex size-4 shrink-0">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={hint || error ? `${id}-message` : undefined}
            className="peer size-4 appearance-none rounded-sm bg-surface ring-1 ring-line-control ring-inset transition-colors checked:bg-accent checked:ring-accent disabled:opacity-50 aria-invalid:ring-failed-solid"
          />
          <Check
            aria-hidden
            strokeWidth={3}
            className="pointer-events-none absolute inset-0.5 size-3 text-on-accent opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span>{label}</span>
      </label>
      <div className="pl-6.5">
        <FieldMessage id={id} hint={hint} error={error} />
      </div>
    </div>
  );
}
