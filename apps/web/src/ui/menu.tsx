import { Menu as Base } from '@base-ui/react/menu';
import { Check, ChevronRight, ExternalLink } from 'lucide-react';
import { type ReactElement, type ReactNode, useContext } from 'react';
import { PopupPlace } from './popup-place.ts';

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'right' | 'bottom' | 'left';
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

const popupClass =
  'max-h-(--available-height) min-w-44 max-w-72 overflow-y-auto rounded-lg bg-raised p-1 shadow-popup outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

const itemFrame =
  'flex min-h-8 w-full cursor-default select-none items-center gap-2.5 rounded-md px-2 py-1 text-sm outline-none data-disabled:text-ink-faint data-highlighted:bg-hover data-popup-open:bg-hover [&>svg]:size-4 [&>svg]:shrink-0';

const itemClass = `${itemFrame} text-ink [&>svg]:text-ink-faint`;

export function Menu({
  trigger,
  align = 'start',
  side = 'bottom',
  isOpen,
  onOpenChange,
  children,
}: MenuProps) {
  const place = useContext(PopupPlace);
  return (
    <Base.Root open={isOpen} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal container={place}>
        <Base.Positioner
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          // Next to a drawer there can be no room on either side.
          collisionAvoidance={{ fallbackAxisSide: 'end' }}
          className="z-50 outline-none"
        >
          <Base.Popup className={popupClass}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  onSelect: () => void;
  isDangerous?: boolean;
  isDisabled?: boolean;
  /** Explains why the item is disabled, or adds details to the label. */
  note?: ReactNode;
  children: ReactNode;
}

export function MenuItem({
  icon,
  onSelect,
  isDangerous,
  isDisabled,
  note,
  children,
}: MenuItemProps) {
  return (
    <Base.Item
      onClick={onSelect}
      disabled={isDisabled}
      className={isDangerous ? `${itemFrame} text-failed` : itemClass}
    >
      {icon}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {note && <span className="block text-ink-muted text-xs">{note}</span>}
      </span>
    </Base.Item>
  );
}

interface MenuLinkProps {
  icon?: ReactNode;
  href?: string;
  /** Opens the link in a new tab and says so. */
  isExternal?: boolean;
  /** A router link to render instead of a plain link. */
  render?: ReactElement;
  children: ReactNode;
}

export function MenuLink({ icon, href, isExternal = false, render, children }: MenuLinkProps) {
  return (
    <Base.LinkItem
      href={href}
      render={render}
      closeOnClick
      className={itemClass}
      {...(isExternal && { target: '_blank', rel: 'noreferrer' })}
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {isExternal && (
        <>
          <ExternalLink aria-hidden />
          <span className="sr-only">(opens in a new tab)</span>
        </>
      )}
    </Base.LinkItem>
  );
}

interface SubmenuProps {
  icon?: ReactNode;
  label: string;
  children: ReactNode;
}

export function Submenu({ icon, label, children }: SubmenuProps) {
  const place = useContext(PopupPlace);
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={itemClass}>
        {icon}
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight aria-hidden />
      </Base.SubmenuTrigger>
      <Base.Portal container={place}>
        <Base.Positioner sideOffset={4} alignOffset={-4} className="z-50 outline-none">
          <Base.Popup className={popupClass}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  );
}

interface MenuChoice<Value extends string> {
  value: Value;
  label: string;
  icon?: ReactNode;
}

interface MenuChoicesProps<Value extends string> {
  value: Value;
  onChange: (value: Value) => void;
  choices: readonly MenuChoice<Value>[];
}

/** Menu items of which one is checked. */
export function MenuChoices<Value extends string>({
  value,
  onChange,
  choices,
}: MenuChoicesProps<Value>) {
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {choices.map((choice) => (
        <Base.RadioItem key={choice.value} value={choice.value} closeOnClick className={itemClass}>
          {choice.icon}
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
          <Base.RadioItemIndicator>
            <Check className="size-4 text-accent-ink" aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}

/** A line above the items that says what the menu is for. */
export function MenuHeading({ children }: { children: ReactNode }) {
  return <div className="px-2 py-1.5 text-ink-muted text-xs">{children}</div>;
}
