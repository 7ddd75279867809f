import { createFileRoute } from '@tanstack/react-router';
import { guarded } from '#/features/session/guarded.ts';
import { AppShell } from '#/features/shell/app-shell.tsx';

/** Pages for users who are signed in, onboarded, activated and subscribed, checked in this order. */
export const Route = createFileRoute('/_protected')({
  ...guarded('protected'),
  component: AppShell,
});
