import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { controlClass } from './field-frame.tsx';

interface SearchListProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The text of an item in which the search looks, ignoring case. */
  textOf: (item: Item) => string;
  placeholder: string;
  heading?: ReactNode;
  emptyText: string;
  onSelect: (item: Item) => void;
  children: (item: Item) => ReactNode;
}

/**
 * A list with a search box, for popups. The box takes the focus when it appears and keeps it: arrow keys move through the
 * list, and Enter selects.
 */
export function SearchList<Item>({
  items,
  keyOf,
  textOf,
  placeholder,
  heading,
  emptyText,
  onSelect,
  children,
}: SearchListProps<Item>) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <Base.Root open inline items={items} itemToStringValue={textOf} autoHighlight keepHighlight>
      <div className="relative">
        <Search
          aria-hidden
          className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-faint"
        />
        <Base.Input
          ref={input}
          aria-label={placeholder.replace(/\.+$/, '')}
          placeholder={placeholder}
          className={`${controlClass} h-8 pr-2.5 pl-8`}
        />
      </div>
      {heading && <div className="px-2 pt-3 pb-1 text-ink-muted text-xs">{heading}</div>}
      <Base.Empty>
        <p className="px-2 pt-3 pb-2 text-ink-muted text-sm">{emptyText}</p>
      </Base.Empty>
      <Base.List className="max-h-60 overflow-y-auto empty:hidden">
        {(item: Item) => (
          <Base.Item
            key={keyOf(item)}
            value={item}
            onClick={() => onSelect(item)}
            className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2 py-1 text-ink text-sm outline-none data-highlighted:bg-hover"
          >
            {children(item)}
          </Base.Item>
        )}
      </Base.List>
    </Base.Root>
  );
}
