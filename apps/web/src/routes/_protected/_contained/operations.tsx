import { createFileRoute } from '@tanstack/react-router';
import { OperationsScreen } from '#/features/operations/operations-screen.tsx';

export const Route = createFileRoute('/_protected/_contained/operations')({
  staticData: { trail: [{ label: 'Operations' }] },
  component: OperationsScreen,
});
