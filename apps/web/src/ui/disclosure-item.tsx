import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface DisclosureItemProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Content of the heading, next to the chevron. */
  heading: ReactNode;
  headingClassName?: string;
  panelClassName?: string;
  /** Only rendered while the item is open. */
  children: ReactNode;
}

/** An item in a list of cards that expands below its heading. */
export function DisclosureItem(props: DisclosureItemProps) {
  const { isOpen, onOpenChange, heading, headingClassName, panelClassName, children } = props;
  const id = useId();
  return (
    <li className="rounded-lg bg-surface shadow-card ring-1 ring-line">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => onOpenChange(!isOpen)}
          className={cx(
            'flex min-h-11 w-full items-center gap-x-2.5 rounded-lg px-4 py-2 text-left hover:bg-hover',
            headingClassName,
          )}
        >
          <DisclosureChevron isOpen={isOpen} />
          {heading}
        </button>
      </h2>
      <div id={id} hidden={!isOpen} className={cx('border-line border-t', panelClassName)}>
        {isOpen && children}
      </div>
    </li>
  );
}

/** Chevron that points right while the section is closed and down while it is open. */
export function DisclosureChevron({ isOpen }: { isOpen: boolean }) {
  return (
    <ChevronRight
      aria-hidden
      className={cx('size-4 shrink-0 text-ink-faint transition-transform', isOpen && 'rotate-90')}
    />
  );
}
