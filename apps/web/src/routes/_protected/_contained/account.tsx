import { createFileRoute } from '@tanstack/react-router';
import { AccountScreen } from '#/features/account/account-screen.tsx';

export const Route = createFileRoute('/_protected/_contained/account')({
  staticData: { trail: [{ label: 'My Account' }] },
  component: AccountScreen,
});
