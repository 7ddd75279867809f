import { useRender } from '@base-ui/react/use-render';
import { ChevronRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

/** Breadcrumbs of the page. Narrow screens show only the last two. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex min-w-0 items-center text-sm max-sm:[&>li:not(:nth-last-child(-n+2))]:hidden">
        {children}
      </ol>
    </nav>
  );
}

interface BreadcrumbProps {
  /** Element that renders the link, for instance a router link. The last breadcrumb has none. */
  render?: ReactElement;
  isCurrent?: boolean;
  children: ReactNode;
}

export function Breadcrumb({ render, isCurrent = false, children }: BreadcrumbProps) {
  const step = useRender({
    render: render ?? <span />,
    props: {
      'aria-current': isCurrent ? 'page' : undefined,
      dir: 'auto',
      className: isCurrent
        ? 'block max-w-64 truncate px-1.5 font-medium text-ink lg:max-w-96'
        : 'block max-w-48 truncate rounded-md px-1.5 py-0.5 text-ink-muted hover:bg-hover hover:text-ink',
      children,
    },
  });
  return (
    <li className="group flex min-w-0 items-center">
      {step}
      {!isCurrent && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-faint" />}
    </li>
  );
}
