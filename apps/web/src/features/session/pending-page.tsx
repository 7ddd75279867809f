import { useContext } from 'react';
import { Spinner } from '#/ui/spinner.tsx';
import { InsideShell } from './inside-shell.ts';
import { LoadingScreen } from './loading-screen.tsx';

/** Loading state of a route: the whole screen before the shell is rendered, a line in place of the page afterwards. */
export function PendingPage() {
  const isInsideShell = useContext(InsideShell);
  if (!isInsideShell) return <LoadingScreen />;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2.5 py-24 text-ink-muted text-sm"
    >
      <Spinner />
      Loading...
    </p>
  );
}
