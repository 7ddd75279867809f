import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';
import { AppShell } from '#/features/shell/app-shell.tsx';
import { ContainedLayout } from '#/features/shell/page-layout.tsx';

/**
 * Pages of operators, for signed-in users; hidden from everybody else. They need no subscription,
 * because an operator who reopens organizations must not be locked out by their own.
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
