import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';
import { AppShell } from '#/features/shell/app-shell.tsx';
import { ContainedLayout } from '#/features/shell/page-layout.tsx';

/**
 * Pages of operators, for whoever is signed in; they are not there for anybody else. No subscription is
 * asked for: who opens organizations again must not be kept out by their own.
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
