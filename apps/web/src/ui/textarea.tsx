import { type ComponentProps, useId } from 'react';
import { cx } from './cx.ts';
import { controlClass, describedBy, FieldFrame, type FieldFrameProps } from './field-frame.tsx';

export interface TextareaProps extends ComponentProps<'textarea'>, FieldFrameProps {}

export function Textarea({
  label,
  isLabelHidden,
  hint,
  error,
  className,
  id: givenId,
  rows = 4,
  ...textarea
}: TextareaProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <FieldFrame {...{ id, label, isLabelHidden, hint, error, className }}>
      <textarea
        {...textarea}
        id={id}
        rows={rows}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className={cx(controlClass, 'read-only:bg-sunken resize-y px-2.5 py-1.5')}
      />
    </FieldFrame>
  );
}
