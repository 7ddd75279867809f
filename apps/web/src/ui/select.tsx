import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useContext, useId } from 'react';
import { styleNonce } from '#/lib/style-nonce.ts';
import { cx } from './cx.ts';
import { controlClass, describedBy, FieldMessage } from './field-frame.tsx';
import { PopupPlace } from './popup-place.ts';

interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  description?: string;
  isDisabled?: boolean;
}

export interface SelectProps<Value extends string> {
  label: string;
  isLabelHidden?: boolean;
  options: readonly SelectOption<Value>[];
  /** Null shows the placeholder. */
  value: Value | null;
  onChange: (value: Value) => void;
  /** Called when the list closes, so that a form can mark the field as visited. */
  onBlur?: () => void;
  placeholder?: string;
  hint?: ReactNode;
  error?: ReactNode;
  isDisabled?: boolean;
  size?: 'sm' | 'md' | 'lg';
  name?: string;
  className?: string;
}

const sizes = { sm: 'h-7 px-2 text-sm', md: 'h-8 px-2.5', lg: 'h-10 px-3' };

export function Select<Value extends string>({
  label,
  isLabelHidden,
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  hint,
  error,
  isDisabled,
  size = 'md',
  name,
  className,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <div className={cx('flex min-w-0 flex-col', className)}>
      <Base.Root
        items={options}
        value={value}
        name={name}
        disabled={isDisabled}
        onValueChange={(next) => next !== null && onChange(next as Value)}
        onOpenChange={(isOpen) => !isOpen && onBlur?.()}
      >
        <Base.Label
          className={isLabelHidden ? 'sr-only' : 'mb-1.5 self-start font-medium text-ink text-sm'}
        >
          {label}
        </Base.Label>
        <Base.Trigger
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className={cx(
            controlClass,
            'flex items-center justify-between gap-2 text-left data-popup-open:ring-2 data-popup-open:ring-accent-ink data-disabled:opacity-60',
            sizes[size],
          )}
        >
          <Base.Value
            placeholder={placeholder}
            className="truncate data-placeholder:text-ink-faint"
          />
          <Base.Icon className="shrink-0 text-ink-faint">
            <ChevronsUpDown className="size-3.5" aria-hidden />
          </Base.Icon>
        </Base.Trigger>
        <SelectPopup options={options} />
      </Base.Root>
      <FieldMessage id={id} hint={hint} error={error} />
    </div>
  );
}

function SelectPopup<Value extends string>({ options }: Pick<SelectProps<Value>, 'options'>) {
  return (
    <CSPProvider nonce={styleNonce}>
      <Base.Portal container={useContext(PopupPlace)}>
        <Base.Positioner
          sideOffset={4}
          alignItemWithTrigger={false}
          className="z-50 select-none outline-none"
        >
          <Base.Popup className="min-w-(--anchor-width) max-w-80 rounded-lg bg-raised shadow-popup outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1">
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  label={option.label}
                  disabled={option.isDisabled}
                  className="grid min-h-8 cursor-default grid-cols-[1fr_1rem] items-center gap-x-3 rounded-md px-2 py-1.5 text-ink text-sm outline-none data-disabled:opacity-50 data-highlighted:bg-hover"
                >
                  <span className="min-w-0">
                    <Base.ItemText className="block truncate">{option.label}</Base.ItemText>
                    {option.description && (
                      <span className="block text-ink-muted text-xs">{option.description}</span>
                    )}
                  </span>
                  <Base.ItemIndicator>
                    <Check className="size-4 text-accent-ink" aria-hidden />
                  </Base.ItemIndicator>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </CSPProvider>
  );
}
