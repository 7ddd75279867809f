import { createFileRoute } from '@tanstack/react-router';
import { InvitationScreen } from '#/features/access/invitation/invitation-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Open to everyone, here and on any path below. Its token is no sign-in token. */
export const Route = createFileRoute('/invitation')({
  validateSearch: searchValues({ organizationId: text, email: text, token: text }),
  component: () => <InvitationScreen search={Route.useSearch()} />,
});
