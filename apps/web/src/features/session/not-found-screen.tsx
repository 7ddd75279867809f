import { Link } from '@tanstack/react-router';
import { usePageTitle } from '#/lib/page-title.ts';
import { buttonClass } from '#/ui/button.tsx';

export function NotFoundScreen() {
  usePageTitle('Page not found');
  return (
    <section className="mx-auto flex w-full max-w-5xl flex-col items-start px-4 py-16 sm:px-6">
      <p className="tabular font-medium text-ink-faint text-sm">404</p>
      <h1 className="mt-1 font-semibold text-2xl">Page Not Found</h1>
      <p className="mt-2 text-ink-muted">
        The page you're looking for doesn't exist or has been moved.
      </p>
      <Link to="/test-suites" className={`mt-6 ${buttonClass({ variant: 'primary' })}`}>
        Go Home
      </Link>
    </section>
  );
}
