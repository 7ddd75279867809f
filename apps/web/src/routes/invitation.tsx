import { createFileRoute } from '@tanstack/react-router';
import { InvitationScreen } from '#/features/access/invitation/invitation-screen.tsx';
import { searchValues, text } from '#/lib/search-values.ts';

/** Open to everyone, at this path and below. Its token is not a sign-in token. */
export const Route = createFileRoute('/invitation')({
  validateSearch: searchValues({ organizationId: text, email: text, token: text }),
  component: () => <InvitationScreen search={Route.useSearch()} />,
});
