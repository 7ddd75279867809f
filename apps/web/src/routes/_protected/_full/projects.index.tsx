import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { FirstSteps } from '#/features/examples/first-steps-part.tsx';
import { BriefPlace } from '#/features/overview/brief-place.tsx';
import { ProjectsDashboard as Projects } from '#/features/projects/projects-dashboard.tsx';
import { lazyPart } from '#/ui/lazy-part.ts';

const OverviewBrief = lazyPart(
  async () => (await import('#/features/overview/overview-brief.tsx')).OverviewBrief,
);

export const Route = createFileRoute('/_protected/_full/projects/')({
  staticData: { trail: [{ label: 'Projects' }] },
  component: ProjectsDashboard,
});

function ProjectsDashboard() {
  return (
    <div className="flex flex-col gap-5">
      <Suspense fallback={<BriefPlace />}>
        <OverviewBrief />
      </Suspense>
      <Projects firstSteps={<FirstSteps />} />
    </div>
  );
}
