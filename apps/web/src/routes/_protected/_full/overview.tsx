import { createFileRoute } from '@tanstack/react-router';
import { FirstSteps } from '#/features/examples/first-steps-part.tsx';
import { OverviewScreen } from '#/features/overview/overview-screen.tsx';

export const Route = createFileRoute('/_protected/_full/overview')({
  staticData: { trail: [{ label: 'Overview' }] },
  component: OverviewPage,
});

function OverviewPage() {
  return <OverviewScreen firstSteps={<FirstSteps />} />;
}
