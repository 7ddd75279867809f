import { createFileRoute } from '@tanstack/react-router';
import { ErrorTestScreen } from '#/features/session/error-test-screen.tsx';

export const Route = createFileRoute('/_protected/_full/error-test')({
  staticData: { trail: [{ label: 'Error test' }] },
  component: ErrorTestScreen,
});
