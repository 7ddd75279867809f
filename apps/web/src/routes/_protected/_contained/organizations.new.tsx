import { createFileRoute } from '@tanstack/react-router';
import { NewOrganizationScreen } from '#/features/members/new-organization-screen.tsx';

export const Route = createFileRoute('/_protected/_contained/organizations/new')({
  staticData: { trail: [{ label: 'Add organization' }] },
  component: NewOrganizationScreen,
});
