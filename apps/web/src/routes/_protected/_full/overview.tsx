import { createFileRoute } from '@tanstack/react-router';
import { OverviewScreen } from '#/features/overview/overview-screen.tsx';

export const Route = createFileRoute('/_protected/_full/overview')({
  staticData: { trail: [{ label: 'Overview' }] },
  component: OverviewScreen,
});
