import { createFileRoute } from '@tanstack/react-router';
import { ActivationScreen } from '#/features/access/verification/activation-screen.tsx';
import { guarded } from '#/features/session/guarded.ts';

/** Open in the sense that no protected check applies; it has its own guard. */
export const Route = createFileRoute('/activation')({
  ...guarded('activation'),
  component: ActivationScreen,
});
