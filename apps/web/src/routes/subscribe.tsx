import { createFileRoute } from '@tanstack/react-router';
import { LockedScreen } from '#/features/access/locked/locked-screen.tsx';
import { guarded } from '#/features/session/guarded.ts';

export const Route = createFileRoute('/subscribe')({
  ...guarded('subscribe'),
  component: LockedScreen,
});
