import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { StatusIcon } from '#/ui/status-badge.tsx';
import type { Choice, ChoiceGroup } from './choice.ts';

interface ChoiceListProps {
  id: string;
  groups: ChoiceGroup[];
  activeKey: string | undefined;
  onPoint: (key: string) => void;
  onOpen: (choice: Choice, isNewTab: boolean) => void;
}

/** Listbox of the palette. The focus stays in the search field. */
export function ChoiceList({ id, groups, activeKey, onPoint, onOpen }: ChoiceListProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the active row is found by its mark
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [activeKey, groups]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Results"
      className="min-h-0 flex-1 scroll-py-2 overflow-y-auto p-2"
    >
      {groups.map(({ title, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
        <div key={title} role="group" aria-labelledby={`${id}-${title}`} className="pb-1">
          <div id={`${id}-${title}`} className="px-2 pt-1 pb-1 font-medium text-ink-muted text-xs">
            {title}
          </div>
          {choices.map((choice) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field names it by aria-activedescendant
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
            <div
              key={choice.key}
              id={`${id}-${choice.key}`}
              role="option"
              aria-selected={choice.key === activeKey}
              onPointerMove={() => choice.key !== activeKey && onPoint(choice.key)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={({ ctrlKey, metaKey }) => onOpen(choice, ctrlKey || metaKey)}
              onAuxClick={({ button }) => button === 1 && onOpen(choice, true)}
              className="flex min-h-9 cursor-default select-none items-center gap-2.5 rounded-md px-2 py-1 text-ink text-sm aria-selected:bg-pressed"
            >
              {choice.status ? (
                <StatusIcon status={choice.status} />
              ) : (
                <choice.Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
              )}
              <span className="min-w-0 flex-1 truncate">{choice.name}</span>
              {choice.detail && (
                <span className="max-w-1/2 truncate text-ink-muted text-xs">{choice.detail}</span>
              )}
              {choice.isExternal && (
                <ExternalLink aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
