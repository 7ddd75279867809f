import { cx } from './cx.ts';

/** Logo: the turns of a conversation as two offset bars. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={cx('size-6 shrink-0', className)}>
      <rect x="2" y="4.5" width="14" height="6.5" rx="3.25" fill="var(--accent)" />
      <rect x="8" y="13" width="14" height="6.5" rx="3.25" fill="currentColor" />
    </svg>
  );
}

interface LogoProps {
  /** The product's name next to the logo. */
  name: string;
  size?: 'md' | 'lg';
  className?: string;
}

export function Logo({ name, size = 'md', className }: LogoProps) {
  return (
    <span className={cx('inline-flex items-center gap-2 text-ink', className)}>
      <LogoMark className={size === 'lg' ? 'size-8' : undefined} />
      <span
        className={cx(
          'font-semibold tracking-[-0.03em]',
          size === 'lg' ? 'text-2xl' : 'text-[1.0625rem] leading-6',
        )}
      >
        {name}
      </span>
    </span>
  );
}
