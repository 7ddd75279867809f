import { Accessibility, StyleInjector } from '@dnd-kit/dom';
import { isSortable } from '@dnd-kit/dom/sortable';
import { DragDropProvider } from '@dnd-kit/react';
import { useSortable } from '@dnd-kit/react/sortable';
import { GripVertical } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef } from 'react';
import { styleNonce } from '#/lib/style-nonce.ts';
import { cx } from './cx.ts';

interface SortableListProps {
  /** Name of an item in announcements, for example "Step 3". */
  nameOf: (index: number) => string;
  /** `to` is the index of the item after the move. */
  onMove: (from: number, to: number) => void;
  children: ReactNode;
}

/**
 * Makes its items reorderable by pointer, touch and keyboard (Space picks up and drops, arrows move, Escape cancels). Each
 * item calls `useSortableItem`.
 */
export function SortableList({ nameOf, onMove, children }: SortableListProps) {
  const name = useRef(nameOf);
  name.current = nameOf;
  const announcements = useMemo(() => announcementsFor((index) => name.current(index)), []);
  const plugins = useCallback(
    (defaults: unknown[]) => [
      ...defaults.filter((plugin) => plugin !== Accessibility),
      StyleInjector.configure({ nonce: styleNonce }),
      Accessibility.configure({
        announcements,
        screenReaderInstructions: {
          draggable: 'Press Space to pick up, arrow keys to move, Escape to cancel.',
        },
      }),
    ],
    [announcements],
  );
  return (
    <DragDropProvider
      plugins={plugins as never}
      onDragEnd={({ canceled, operation: { source } }) => {
        if (canceled || !isSortable(source)) return;
        if (source.initialIndex !== source.index) onMove(source.initialIndex, source.index);
      }}
    >
      {children}
    </DragDropProvider>
  );
}

export function useSortableItem(id: string, index: number) {
  return useSortable({ id, index, transition: { duration: 150 } });
}

interface DragHandleProps {
  label: string;
  handleRef: (element: Element | null) => void;
  className?: string;
}

export function DragHandle({ label, handleRef, className }: DragHandleProps) {
  return (
    <button
      ref={handleRef}
      type="button"
      aria-label={label}
      className={cx(
        'flex size-6 shrink-0 cursor-grab touch-none items-center justify-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink active:cursor-grabbing',
        className,
      )}
    >
      <GripVertical className="size-3.5" aria-hidden />
    </button>
  );
}

type Announcements = NonNullable<
  NonNullable<ConstructorParameters<typeof Accessibility>[1]>['announcements']
>;

function announcementsFor(nameOf: (index: number) => string): Announcements {
  // A picked-up item is first over its own place, which is not announced.
  let place: number;
  return {
    dragstart: ({ operation: { source } }) => {
      if (!isSortable(source)) return undefined;
      place = source.initialIndex;
      return `Picked up ${nameOf(place)}.`;
    },
    dragover: ({ operation: { target } }) => {
      if (!isSortable(target) || target.index === place) return undefined;
      place = target.index;
      return `Moved to position ${place + 1}.`;
    },
    dragend: ({ canceled, operation: { source } }) => {
      if (!isSortable(source)) return undefined;
      const name = nameOf(source.initialIndex);
      return canceled
        ? `${name} was moved back.`
        : `${name} is now at position ${source.index + 1}.`;
    },
  };
}
