import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import { controlClass, describedBy, FieldFrame, type FieldFrameProps } from './field-frame.tsx';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size'>, FieldFrameProps {
  size?: 'md' | 'lg';
  /** Shown inside the field before the text, for instance an icon. */
  leading?: ReactNode;
  /** Shown inside the field after the text, for instance a button that shows a password. */
  trailing?: ReactNode;
}

export function TextField({
  label,
  isLabelHidden,
  hint,
  error,
  size = 'md',
  leading,
  trailing,
  className,
  id: givenId,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <FieldFrame {...{ id, label, isLabelHidden, hint, error, className }}>
      <div className="relative">
        {leading && (
          <span className="pointer-events-none absolute inset-y-0 left-2.5 flex items-center text-ink-faint [&>svg]:size-4">
            {leading}
          </span>
        )}
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className={cx(
            controlClass,
            'read-only:bg-sunken read-only:text-ink-muted',
            size === 'lg' ? 'h-10 px-3' : 'h-8 px-2.5',
            Boolean(leading) && 'pl-8',
            Boolean(trailing) && 'pr-10',
          )}
        />
        {trailing && (
          <span className="absolute inset-y-0 right-1 flex items-center">{trailing}</span>
        )}
      </div>
    </FieldFrame>
  );
}
