import { Link } from '@tanstack/react-router';
import { FileQuestion } from 'lucide-react';
import { usePageTitle } from '#/lib/page-title.ts';
import { buttonClass } from '#/ui/button.tsx';
import { EmptyState } from '#/ui/empty-state.tsx';

export function NotFoundScreen() {
  usePageTitle('Page not found');
  return (
    <section className="mx-auto w-full max-w-5xl">
      <EmptyState
        icon={<FileQuestion aria-hidden />}
        headingLevel={1}
        title="Page Not Found"
        action={
          <Link to="/test-suites" className={buttonClass({ variant: 'primary' })}>
            Go Home
          </Link>
        }
      >
        The page you're looking for doesn't exist or has been moved.
      </EmptyState>
    </section>
  );
}
