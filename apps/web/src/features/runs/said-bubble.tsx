import type { ReactNode } from 'react';
import { cx } from '#/ui/cx.ts';

interface SaidBubbleProps {
  /** True for words; false for actions such as pressed keys or a pause. */
  isText: boolean;
  isSaid?: boolean;
  /** Prefix for screen readers, for instance "Tester: ". */
  who: string;
  children: ReactNode;
}

/** A message or action of the tester, on the right of a conversation. */
export function SaidBubble({ isText, isSaid = true, who, children }: SaidBubbleProps) {
  return (
    <p
      className={cx(
        'max-w-[85%] self-end whitespace-pre-wrap break-words sm:max-w-[70%]',
        !isText && 'rounded-full px-3 py-1 text-ink-muted text-xs ring-1 ring-line ring-inset',
        isText && 'rounded-xl rounded-br-sm px-3 py-2 text-base',
        isText &&
          (isSaid
            ? 'bg-accent-soft text-ink ring-1 ring-accent-line ring-inset'
            : 'border border-line-control border-dashed text-ink-muted'),
      )}
    >
      <span className="sr-only">{who}</span>
      {children}
    </p>
  );
}
