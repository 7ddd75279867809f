import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  panel: ReactNode;
}

interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly TabItem<Value>[];
  /** Shown to the right of the tabs. */
  actions?: ReactNode;
  className?: string;
}

export function Tabs<Value extends string>({
  label,
  value,
  onChange,
  tabs,
  actions,
  className,
}: TabsProps<Value>) {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      className={cx('flex min-w-0 flex-col', className)}
    >
      <div className="flex items-end justify-between gap-4 border-line border-b">
        <Base.List
          aria-label={label}
          activateOnFocus
          className="relative -mb-px flex min-w-0 gap-4 overflow-x-auto"
        >
          {tabs.map((tab) => (
            <Base.Tab
              key={tab.value}
              value={tab.value}
              className="flex h-9 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-0.5 font-medium text-ink-muted text-sm outline-offset-[-2px] transition-colors hover:text-ink data-active:border-accent-ink data-active:text-ink"
            >
              {tab.label}
            </Base.Tab>
          ))}
        </Base.List>
        {actions && <div className="flex shrink-0 items-center gap-2 pb-1">{actions}</div>}
      </div>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="min-w-0 flex-1 outline-offset-2">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
