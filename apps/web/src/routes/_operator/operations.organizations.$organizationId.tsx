import { createFileRoute } from '@tanstack/react-router';
import { OrganizationScreen } from '#/features/operations/organization-screen.tsx';

export const Route = createFileRoute('/_operator/operations/organizations/$organizationId')({
  staticData: { trail: [{ label: 'Operations', to: '/operations' }, { label: 'Organization' }] },
  component: OrganizationPage,
});

function OrganizationPage() {
  const { organizationId } = Route.useParams();
  return <OrganizationScreen key={organizationId} organizationId={organizationId} />;
}
