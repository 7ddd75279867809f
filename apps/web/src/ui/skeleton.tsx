import { cx } from './cx.ts';

/**
 * A gray placeholder for content that is loading. Size it by class; say "Loading" once around the
 * group.
 */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-md bg-pressed', className)} />;
}
