import { cx } from './cx.ts';

/** A gray placeholder for loading content. Set its size by class, and say "Loading" once around the group. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-md bg-pressed', className)} />;
}
