import { createFileRoute } from '@tanstack/react-router';
import { ActivationScreen } from '#/features/access/verification/activation-screen.tsx';
import { guarded } from '#/features/session/guarded.ts';

/** Has its own guard, because users who are not activated fail the guard of protected pages. */
export const Route = createFileRoute('/activation')({
  ...guarded('activation'),
  component: ActivationScreen,
});
