import { createFileRoute } from '@tanstack/react-router';
import { ProjectsDashboard } from '#/features/projects/projects-dashboard.tsx';

export const Route = createFileRoute('/_protected/_full/projects/')({
  staticData: { trail: [{ label: 'Projects' }] },
  component: ProjectsDashboard,
});
