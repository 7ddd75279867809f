import { createFileRoute } from '@tanstack/react-router';
import { InvitationScreen } from '#/features/access/invitation/invitation-screen.tsx';
import { searchTexts } from '#/lib/search-texts.ts';

/** Open to everyone, here and on any path below. Its token is no sign-in token. */
export const Route = createFileRoute('/invitation')({
  validateSearch: searchTexts('organizationId', 'email', 'token'),
  component: () => <InvitationScreen search={Route.useSearch()} />,
});
