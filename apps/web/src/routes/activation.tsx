import { createFileRoute } from '@tanstack/react-router';
import { ActivationScreen } from '#/features/access/verification/activation-screen.tsx';
import { guarded } from '#/features/session/guarded.ts';

/** Open in the sense that none of the protected checks stands before it; it has a guard of its own. */
export const Route = createFileRoute('/activation')({
  ...guarded('activation'),
  component: ActivationScreen,
});
