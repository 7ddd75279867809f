import { createFileRoute } from '@tanstack/react-router';
import { ActivationScreen } from '#/features/access/verification/activation-screen.tsx';
import { guarded } from '#/features/session/guarded.ts';

/** No protected check applies to this page; it has its own guard. */
export const Route = createFileRoute('/activation')({
  ...guarded('activation'),
  component: ActivationScreen,
});
