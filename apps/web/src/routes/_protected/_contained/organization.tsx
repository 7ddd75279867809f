import { createFileRoute } from '@tanstack/react-router';
import { MembersScreen } from '#/features/members/members-screen.tsx';

export const Route = createFileRoute('/_protected/_contained/organization')({
  staticData: { trail: [{ label: 'Organization Management' }] },
  component: MembersScreen,
});
