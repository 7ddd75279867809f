import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';
import { AppShell } from '#/features/shell/app-shell.tsx';
import { ContainedLayout } from '#/features/shell/page-layout.tsx';

/**
 * Pages for operators. Everybody else gets the page for unknown paths. They need no subscription, because operators reopen
 * organizations and must not be locked out by their own organization's subscription.
 */
export const Route = createFileRoute('/_operator')({
  ...guarded('unknown'),
  component: OperatorShell,
});

function OperatorShell() {
  return (
    <AppShell>
      <ContainedLayout />
    </AppShell>
  );
}
